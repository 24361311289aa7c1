// Made by the generator from spec/. Do not edit.
export const limits = {
  "reference_images": [
    {
      "rule": "media-bytes",
      "severity": "error",
      "maximum": 20,
      "unit": "MB",
      "source": {
        "section": "delta3.0-prime-r2v and delta3.0-r2v",
        "item": "reference_images"
      }
    }
  ],
  "reference_videos": [
    {
      "rule": "media-total-duration",
      "severity": "error",
      "maximum": 15,
      "unit": "s",
      "source": {
        "section": "delta3.0-prime-r2v and delta3.0-r2v",
        "item": "reference_videos"
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
      }
    }
  ],
  "reference_audios": [
    {
      "rule": "media-total-duration",
      "severity": "error",
      "maximum": 15,
      "unit": "s",
      "source": {
        "section": "delta3.0-prime-r2v and delta3.0-r2v",
        "item": "reference_audios"
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
      }
    }
  ]
}
