// Made by the generator from spec/. Do not edit.
export const places = [
  {
    "path": "/reference_images/*",
    "media": "image",
    "accepts": [
      "url"
    ],
    "limits": [
      {
        "rule": "media-width",
        "severity": "advice",
        "maximum": 1080,
        "unit": "px",
        "source": {
          "section": "video_30_10_10",
          "item": "reference_images"
        },
        "phrase": {
          "en": "at most 1080 px",
          "zh": "至多 1080 px"
        }
      },
      {
        "rule": "media-height",
        "severity": "advice",
        "maximum": 1080,
        "unit": "px",
        "source": {
          "section": "video_30_10_10",
          "item": "reference_images"
        },
        "phrase": {
          "en": "at most 1080 px",
          "zh": "至多 1080 px"
        }
      },
      {
        "rule": "media-bytes",
        "severity": "advice",
        "maximum": 20,
        "unit": "MB",
        "source": {
          "section": "video_30_10_10",
          "item": "reference_images"
        },
        "phrase": {
          "en": "at most 20 MB",
          "zh": "至多 20 MB"
        }
      },
      {
        "rule": "media-format",
        "severity": "advice",
        "formats": [
          "jpeg",
          "png",
          "webp"
        ],
        "source": {
          "section": "video_30_10_10",
          "item": "reference_images"
        },
        "phrase": {
          "en": "jpeg, png or webp",
          "zh": "jpeg、png 或 webp"
        }
      }
    ]
  },
  {
    "path": "/reference_videos/*",
    "media": "video",
    "accepts": [
      "url"
    ],
    "limits": []
  },
  {
    "path": "/reference_audios/*",
    "media": "audio",
    "accepts": [
      "url"
    ],
    "limits": [
      {
        "rule": "media-total-duration",
        "severity": "error",
        "maximum": 15,
        "unit": "s",
        "source": {
          "section": "video_30_10_10",
          "item": "reference_audios"
        },
        "phrase": {
          "en": "at most 15 s",
          "zh": "至多 15 s"
        }
      },
      {
        "rule": "media-total-bytes",
        "severity": "advice",
        "maximum": 50,
        "unit": "MB",
        "source": {
          "section": "video_30_10_10",
          "item": "reference_audios"
        },
        "phrase": {
          "en": "at most 50 MB",
          "zh": "至多 50 MB"
        }
      },
      {
        "rule": "media-format",
        "severity": "advice",
        "formats": [
          "mp3",
          "wav"
        ],
        "discouraged": [
          "ogg"
        ],
        "source": {
          "section": "video_30_10_10",
          "item": "reference_audios"
        },
        "phrase": {
          "en": "mp3 or wav",
          "zh": "mp3 或 wav"
        }
      }
    ]
  }
]
