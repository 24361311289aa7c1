// Made by the generator from spec/. Do not edit.
export const places = [
  {
    "path": "/reference_images/*",
    "media": "image",
    "accepts": [
      "url",
      "data"
    ],
    "limits": [
      {
        "rule": "media-size-unclear",
        "severity": "advice",
        "quote": "1.5K in size",
        "source": {
          "section": "zeta-H3_933_1080p",
          "item": "reference_images"
        },
        "phrase": {
          "en": "“1.5K in size”",
          "zh": "“1.5K in size”"
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
    "limits": [
      {
        "rule": "media-duration",
        "severity": "error",
        "maximum": 15,
        "unit": "s",
        "source": {
          "section": "zeta-H3_933_1080p",
          "item": "reference_videos"
        },
        "phrase": {
          "en": "at most 15 s",
          "zh": "至多 15 s"
        }
      },
      {
        "rule": "media-size-unclear",
        "severity": "advice",
        "quote": "1.5K",
        "source": {
          "section": "zeta-H3_933_1080p",
          "item": "reference_videos"
        },
        "phrase": {
          "en": "“1.5K”",
          "zh": "“1.5K”"
        }
      }
    ]
  },
  {
    "path": "/reference_audios/*",
    "media": "audio",
    "accepts": [
      "url"
    ],
    "limits": [
      {
        "rule": "media-duration",
        "severity": "error",
        "maximum": 15,
        "unit": "s",
        "source": {
          "section": "zeta-H3_933_1080p",
          "item": "reference_audios"
        },
        "phrase": {
          "en": "at most 15 s",
          "zh": "至多 15 s"
        }
      }
    ]
  }
]
