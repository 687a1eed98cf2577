enum PlaceholderTelemetry {}
