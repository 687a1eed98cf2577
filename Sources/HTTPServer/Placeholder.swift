enum PlaceholderHTTPServer {}
