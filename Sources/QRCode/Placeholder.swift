enum PlaceholderQRCode {}
