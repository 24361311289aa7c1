// Made by the generator from spec/. Do not edit.
export const places = [
  {
    "path": "/reference_images/*",
    "media": "image",
    "accepts": [
      "url",
      "asset"
    ],
    "limits": [
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
        },
        "phrase": {
          "en": "jpeg, png, webp, bmp, tiff, gif, heic or heif",
          "zh": "jpeg、png、webp、bmp、tiff、gif、heic 或 heif"
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
        },
        "phrase": {
          "en": "less than 30 MB",
          "zh": "小于 30 MB"
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
        },
        "phrase": {
          "en": "more than 0.4 and less than 2.5",
          "zh": "大于 0.4 且小于 2.5"
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
        },
        "phrase": {
          "en": "more than 300 px and less than 6000 px",
          "zh": "大于 300 px 且小于 6000 px"
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
        },
        "phrase": {
          "en": "more than 300 px and less than 6000 px",
          "zh": "大于 300 px 且小于 6000 px"
        }
      }
    ]
  },
  {
    "path": "/reference_videos/*",
    "media": "video",
    "accepts": [
      "url",
      "asset"
    ],
    "limits": [
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
        },
        "phrase": {
          "en": "mp4 or mov",
          "zh": "mp4 或 mov"
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
        },
        "phrase": {
          "en": "at least 2 s and at most 15 s",
          "zh": "至少 2 s 且至多 15 s"
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
        },
        "phrase": {
          "en": "at most 15 s",
          "zh": "至多 15 s"
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
        },
        "phrase": {
          "en": "less than 50 MB",
          "zh": "小于 50 MB"
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
        },
        "phrase": {
          "en": "at least 24 fps and at most 60 fps",
          "zh": "至少 24 fps 且至多 60 fps"
        }
      }
    ]
  },
  {
    "path": "/reference_audios/*",
    "media": "audio",
    "accepts": [
      "url",
      "asset"
    ],
    "limits": [
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
        },
        "phrase": {
          "en": "wav or mp3",
          "zh": "wav 或 mp3"
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
        },
        "phrase": {
          "en": "at least 2 s and at most 15 s",
          "zh": "至少 2 s 且至多 15 s"
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
        },
        "phrase": {
          "en": "at most 15 s",
          "zh": "至多 15 s"
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
        },
        "phrase": {
          "en": "less than 15 MB",
          "zh": "小于 15 MB"
        }
      }
    ]
  },
  {
    "path": "/first_image/*",
    "media": "image",
    "accepts": [
      "url",
      "asset"
    ],
    "limits": [
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
        },
        "phrase": {
          "en": "jpeg, png, webp, bmp, tiff, gif, heic or heif",
          "zh": "jpeg、png、webp、bmp、tiff、gif、heic 或 heif"
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
        },
        "phrase": {
          "en": "less than 30 MB",
          "zh": "小于 30 MB"
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
        },
        "phrase": {
          "en": "more than 0.4 and less than 2.5",
          "zh": "大于 0.4 且小于 2.5"
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
        },
        "phrase": {
          "en": "more than 300 px and less than 6000 px",
          "zh": "大于 300 px 且小于 6000 px"
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
        },
        "phrase": {
          "en": "more than 300 px and less than 6000 px",
          "zh": "大于 300 px 且小于 6000 px"
        }
      }
    ]
  },
  {
    "path": "/last_image/*",
    "media": "image",
    "accepts": [
      "url",
      "asset"
    ],
    "limits": [
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
        },
        "phrase": {
          "en": "jpeg, png, webp, bmp, tiff, gif, heic or heif",
          "zh": "jpeg、png、webp、bmp、tiff、gif、heic 或 heif"
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
        },
        "phrase": {
          "en": "less than 30 MB",
          "zh": "小于 30 MB"
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
        },
        "phrase": {
          "en": "more than 0.4 and less than 2.5",
          "zh": "大于 0.4 且小于 2.5"
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
        },
        "phrase": {
          "en": "more than 300 px and less than 6000 px",
          "zh": "大于 300 px 且小于 6000 px"
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
        },
        "phrase": {
          "en": "more than 300 px and less than 6000 px",
          "zh": "大于 300 px 且小于 6000 px"
        }
      }
    ]
  },
  {
    "path": "/tools/**",
    "limits": []
  }
]
