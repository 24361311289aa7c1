// Made by the generator from spec/. Do not edit.
export const places = [
  {
    "path": "/first_image/*",
    "media": "image",
    "accepts": [
      "url"
    ],
    "limits": [
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
        },
        "phrase": {
          "en": "jpeg, png or webp",
          "zh": "jpeg、png 或 webp"
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
        },
        "phrase": {
          "en": "at least 300 px",
          "zh": "至少 300 px"
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
        },
        "phrase": {
          "en": "at least 300 px",
          "zh": "至少 300 px"
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
        },
        "phrase": {
          "en": "at least 0.4 and at most 2.5",
          "zh": "至少 0.4 且至多 2.5"
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
        },
        "phrase": {
          "en": "at most 20 MB",
          "zh": "至多 20 MB"
        }
      }
    ]
  }
]
