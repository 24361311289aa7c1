// Made by the generator from spec/. Do not edit.
export const places = [
  {
    "path": "/first_image/*",
    "media": "image",
    "accepts": [
      "url"
    ],
    "limits": []
  },
  {
    "path": "/last_image/*",
    "media": "image",
    "accepts": [
      "url"
    ],
    "limits": []
  },
  {
    "path": "/tools/**",
    "limits": []
  }
]
