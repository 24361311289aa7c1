// Made by the generator from spec/. Do not edit.
export const places = [
  {
    "path": "/reference_images/*",
    "media": "image",
    "accepts": [
      "url"
    ],
    "limits": []
  }
]
