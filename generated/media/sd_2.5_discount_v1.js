// Made by the generator from spec/. Do not edit.
export const limits = {
  "reference_images": [
    {
      "rule": "media-format",
      "severity": "error",
      "formats": [
        "jpeg",
        "png",
        "webp",
        "bmp",
        "tiff",
        "gif",
        "heic",
        "heif"
      ],
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    },
    {
      "rule": "media-bytes",
      "severity": "error",
      "exclusiveMaximum": 30,
      "unit": "MB",
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    },
    {
      "rule": "media-aspect-ratio",
      "severity": "error",
      "exclusiveMinimum": 0.4,
      "exclusiveMaximum": 2.5,
      "unit": "ratio",
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    },
    {
      "rule": "media-width",
      "severity": "error",
      "exclusiveMinimum": 300,
      "exclusiveMaximum": 6000,
      "unit": "px",
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    },
    {
      "rule": "media-height",
      "severity": "error",
      "exclusiveMinimum": 300,
      "exclusiveMaximum": 6000,
      "unit": "px",
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    }
  ],
  "reference_videos": [
    {
      "rule": "media-duration",
      "severity": "error",
      "minimum": 2,
      "maximum": 30,
      "unit": "s",
      "source": {
        "section": "sd_2.5_discount_v1",
        "item": "Limits"
      }
    },
    {
      "rule": "media-total-duration",
      "severity": "error",
      "maximum": 30,
      "unit": "s",
      "source": {
        "section": "sd_2.5_discount_v1",
        "item": "Limits"
      }
    }
  ],
  "reference_audios": [
    {
      "rule": "media-duration",
      "severity": "error",
      "minimum": 2,
      "maximum": 30,
      "unit": "s",
      "source": {
        "section": "sd_2.5_discount_v1",
        "item": "Limits"
      }
    },
    {
      "rule": "media-total-duration",
      "severity": "error",
      "maximum": 30,
      "unit": "s",
      "source": {
        "section": "sd_2.5_discount_v1",
        "item": "Limits"
      }
    }
  ],
  "first_image": [
    {
      "rule": "media-format",
      "severity": "error",
      "formats": [
        "jpeg",
        "png",
        "webp",
        "bmp",
        "tiff",
        "gif",
        "heic",
        "heif"
      ],
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    },
    {
      "rule": "media-bytes",
      "severity": "error",
      "exclusiveMaximum": 30,
      "unit": "MB",
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    },
    {
      "rule": "media-aspect-ratio",
      "severity": "error",
      "exclusiveMinimum": 0.4,
      "exclusiveMaximum": 2.5,
      "unit": "ratio",
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    },
    {
      "rule": "media-width",
      "severity": "error",
      "exclusiveMinimum": 300,
      "exclusiveMaximum": 6000,
      "unit": "px",
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    },
    {
      "rule": "media-height",
      "severity": "error",
      "exclusiveMinimum": 300,
      "exclusiveMaximum": 6000,
      "unit": "px",
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    }
  ],
  "last_image": [
    {
      "rule": "media-format",
      "severity": "error",
      "formats": [
        "jpeg",
        "png",
        "webp",
        "bmp",
        "tiff",
        "gif",
        "heic",
        "heif"
      ],
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    },
    {
      "rule": "media-bytes",
      "severity": "error",
      "exclusiveMaximum": 30,
      "unit": "MB",
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    },
    {
      "rule": "media-aspect-ratio",
      "severity": "error",
      "exclusiveMinimum": 0.4,
      "exclusiveMaximum": 2.5,
      "unit": "ratio",
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    },
    {
      "rule": "media-width",
      "severity": "error",
      "exclusiveMinimum": 300,
      "exclusiveMaximum": 6000,
      "unit": "px",
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    },
    {
      "rule": "media-height",
      "severity": "error",
      "exclusiveMinimum": 300,
      "exclusiveMaximum": 6000,
      "unit": "px",
      "source": {
        "section": "sd_2.0_discount",
        "item": 2
      }
    }
  ]
}
