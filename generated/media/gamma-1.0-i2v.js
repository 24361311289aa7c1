// Made by the generator from spec/. Do not edit.
export const limits = {
  "first_image": [
    {
      "rule": "media-format",
      "severity": "error",
      "formats": [
        "jpeg",
        "png",
        "webp"
      ],
      "source": {
        "section": "gamma-1.0-i2v",
        "item": "first_image"
      }
    },
    {
      "rule": "media-width",
      "severity": "error",
      "minimum": 300,
      "unit": "px",
      "source": {
        "section": "gamma-1.0-i2v",
        "item": "first_image"
      }
    },
    {
      "rule": "media-height",
      "severity": "error",
      "minimum": 300,
      "unit": "px",
      "source": {
        "section": "gamma-1.0-i2v",
        "item": "first_image"
      }
    },
    {
      "rule": "media-aspect-ratio",
      "severity": "error",
      "minimum": 0.4,
      "maximum": 2.5,
      "unit": "ratio",
      "source": {
        "section": "gamma-1.0-i2v",
        "item": "first_image"
      }
    },
    {
      "rule": "media-bytes",
      "severity": "error",
      "maximum": 20,
      "unit": "MB",
      "source": {
        "section": "gamma-1.0-i2v",
        "item": "first_image"
      }
    }
  ]
}
