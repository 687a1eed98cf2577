enum PlaceholderKeiroCommand {}
