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
      "rule": "media-format",
      "severity": "error",
      "formats": [
        "mp4",
        "mov"
      ],
      "source": {
        "section": "sd_2.0_discount",
        "item": 4
      }
    },
    {
      "rule": "media-duration",
      "severity": "error",
      "minimum": 2,
      "maximum": 15,
      "unit": "s",
      "source": {
        "section": "sd_2.0_discount",
        "item": 4
      }
    },
    {
      "rule": "media-total-duration",
      "severity": "error",
      "maximum": 15,
      "unit": "s",
      "source": {
        "section": "sd_2.0_discount",
        "item": 4
      }
    },
    {
      "rule": "media-bytes",
      "severity": "error",
      "exclusiveMaximum": 50,
      "unit": "MB",
      "source": {
        "section": "sd_2.0_discount",
        "item": 4
      }
    },
    {
      "rule": "media-frame-rate",
      "severity": "error",
      "minimum": 24,
      "maximum": 60,
      "unit": "fps",
      "source": {
        "section": "sd_2.0_discount",
        "item": 4
      }
    }
  ],
  "reference_audios": [
    {
      "rule": "media-format",
      "severity": "error",
      "formats": [
        "wav",
        "mp3"
      ],
      "source": {
        "section": "sd_2.0_discount",
        "item": 5
      }
    },
    {
      "rule": "media-duration",
      "severity": "error",
      "minimum": 2,
      "maximum": 15,
      "unit": "s",
      "source": {
        "section": "sd_2.0_discount",
        "item": 5
      }
    },
    {
      "rule": "media-total-duration",
      "severity": "error",
      "maximum": 15,
      "unit": "s",
      "source": {
        "section": "sd_2.0_discount",
        "item": 5
      }
    },
    {
      "rule": "media-bytes",
      "severity": "error",
      "exclusiveMaximum": 15,
      "unit": "MB",
      "source": {
        "section": "sd_2.0_discount",
        "item": 5
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
