// Made by the generator from spec/. Do not edit.
export const limits = {
  "reference_images": [
    {
      "rule": "media-width",
      "severity": "advice",
      "maximum": 1080,
      "unit": "px",
      "source": {
        "section": "video_30_10_10",
        "item": "reference_images"
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
      }
    }
  ],
  "reference_videos": [],
  "reference_audios": [
    {
      "rule": "media-total-duration",
      "severity": "error",
      "maximum": 15,
      "unit": "s",
      "source": {
        "section": "video_30_10_10",
        "item": "reference_audios"
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
      }
    }
  ]
}
