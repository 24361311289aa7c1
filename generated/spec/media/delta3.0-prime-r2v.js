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
        "rule": "media-bytes",
        "severity": "error",
        "maximum": 20,
        "unit": "MB",
        "source": {
          "section": "delta3.0-prime-r2v and delta3.0-r2v",
          "item": "reference_images"
        },
        "phrase": {
          "en": "at most 20 MB",
          "zh": "至多 20 MB"
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
        "rule": "media-total-duration",
        "severity": "error",
        "maximum": 15,
        "unit": "s",
        "source": {
          "section": "delta3.0-prime-r2v and delta3.0-r2v",
          "item": "reference_videos"
        },
        "phrase": {
          "en": "at most 15 s",
          "zh": "至多 15 s"
        }
      },
      {
        "rule": "media-bytes",
        "severity": "error",
        "maximum": 20,
        "unit": "MB",
        "source": {
          "section": "delta3.0-prime-r2v and delta3.0-r2v",
          "item": "reference_videos"
        },
        "phrase": {
          "en": "at most 20 MB",
          "zh": "至多 20 MB"
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
        "rule": "media-total-duration",
        "severity": "error",
        "maximum": 15,
        "unit": "s",
        "source": {
          "section": "delta3.0-prime-r2v and delta3.0-r2v",
          "item": "reference_audios"
        },
        "phrase": {
          "en": "at most 15 s",
          "zh": "至多 15 s"
        }
      },
      {
        "rule": "media-bytes",
        "severity": "error",
        "maximum": 20,
        "unit": "MB",
        "source": {
          "section": "delta3.0-prime-r2v and delta3.0-r2v",
          "item": "reference_audios"
        },
        "phrase": {
          "en": "at most 20 MB",
          "zh": "至多 20 MB"
        }
      }
    ]
  }
]
