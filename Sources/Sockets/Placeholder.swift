enum PlaceholderSockets {}
