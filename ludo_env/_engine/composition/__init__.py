"""Rule composition: what rules need, which exclude each other, and which have an effect."""
