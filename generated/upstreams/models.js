// Made by the generator from spec/. Do not edit.
export const models = {
 "beta_5.0Pro": {
  "kind": "image",
  "open": true,
  "parameters": {}
 },
 "beta-5.0": {
  "kind": "image",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "reference_images": {
    "kind": "media"
   },
   "aspect_ratio": {
    "kind": "enum",
    "default": "1:1",
    "values": [
     "1:1",
     "3:4",
     "4:3",
     "16:9",
     "9:16",
     "3:2",
     "2:3",
     "21:9"
    ]
   },
   "resolution": {
    "kind": "enum",
    "default": "2K",
    "values": [
     "2K",
     "3K",
     "4K"
    ]
   },
   "size": {
    "kind": "string"
   },
   "watermark": {
    "kind": "boolean",
    "default": false
   }
  }
 },
 "sd_2.5_discount_v1": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "reference_images": {
    "kind": "media"
   },
   "reference_videos": {
    "kind": "media"
   },
   "reference_audios": {
    "kind": "media"
   },
   "duration": {
    "kind": "integer",
    "required": true,
    "default": 4
   },
   "aspect_ratio": {
    "kind": "enum",
    "default": "16:9",
    "values": [
     "16:9",
     "9:16",
     "1:1",
     "4:3",
     "3:4",
     "21:9",
     "adaptive"
    ]
   },
   "resolution": {
    "kind": "enum",
    "default": "720p",
    "values": [
     "480p",
     "720p",
     "1080p"
    ]
   },
   "seed": {
    "kind": "integer",
    "default": -1
   },
   "first_image": {
    "kind": "media"
   },
   "last_image": {
    "kind": "media"
   },
   "generate_audio": {
    "kind": "boolean",
    "default": true
   }
  }
 },
 "sd_2.5_special_v1": {
  "kind": "video",
  "open": true,
  "parameters": {}
 },
 "sd_2.0_fast_special": {
  "kind": "video",
  "open": true,
  "parameters": {}
 },
 "sd_2.0_mini_special": {
  "kind": "video",
  "open": true,
  "parameters": {}
 },
 "sd_2.0_special": {
  "kind": "video",
  "open": true,
  "parameters": {}
 },
 "sd_2.0_discount": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "reference_images": {
    "kind": "media"
   },
   "reference_videos": {
    "kind": "media"
   },
   "reference_audios": {
    "kind": "media"
   },
   "duration": {
    "kind": "integer",
    "required": true,
    "default": 5
   },
   "aspect_ratio": {
    "kind": "enum",
    "default": "16:9",
    "values": [
     "16:9",
     "9:16",
     "1:1",
     "4:3",
     "3:4",
     "21:9",
     "adaptive"
    ]
   },
   "resolution": {
    "kind": "enum",
    "default": "720p",
    "values": [
     "480p",
     "720p",
     "1080p"
    ]
   },
   "seed": {
    "kind": "integer",
    "default": -1
   },
   "first_image": {
    "kind": "media"
   },
   "last_image": {
    "kind": "media"
   },
   "generate_audio": {
    "kind": "boolean",
    "default": true
   },
   "tools": {
    "kind": "array"
   },
   "watermark": {
    "kind": "boolean",
    "default": false
   }
  }
 },
 "sd_2.0_fast_discount": {
  "kind": "video",
  "open": true,
  "parameters": {}
 },
 "sd_2.0_mini_discount": {
  "kind": "video",
  "open": true,
  "parameters": {}
 },
 "alpha_1_5_pro_1080p": {
  "kind": "video",
  "open": true,
  "parameters": {}
 },
 "alpha_1_5_pro_480p": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "duration": {
    "kind": "integer"
   },
   "size": {
    "kind": "enum",
    "values": [
     "16:9",
     "4:3",
     "1:1",
     "3:4",
     "9:16",
     "21:9",
     "keep_ratio",
     "adaptive"
    ]
   },
   "first_image": {
    "kind": "media"
   },
   "last_image": {
    "kind": "media"
   }
  }
 },
 "alpha_1_5_pro_720p": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "duration": {
    "kind": "integer"
   },
   "size": {
    "kind": "enum",
    "values": [
     "16:9",
     "4:3",
     "1:1",
     "3:4",
     "9:16",
     "21:9",
     "keep_ratio",
     "adaptive"
    ]
   },
   "first_image": {
    "kind": "media"
   },
   "last_image": {
    "kind": "media"
   }
  }
 },
 "zeta-H3-768p": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "reference_images": {
    "kind": "media"
   },
   "reference_videos": {
    "kind": "media"
   },
   "reference_audios": {
    "kind": "media"
   },
   "duration": {
    "kind": "integer",
    "default": 10
   },
   "aspect_ratio": {
    "kind": "enum",
    "values": [
     "16:9",
     "9:16",
     "1:1",
     "4:3",
     "3:4",
     "21:9",
     "3:2",
     "2:3"
    ]
   },
   "resolution": {
    "kind": "enum",
    "values": [
     "768p"
    ]
   }
  }
 },
 "videos_10_0_0-720p": {
  "kind": "video",
  "open": true,
  "parameters": {}
 },
 "videos_900_720p-c1": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "reference_images": {
    "kind": "media"
   },
   "duration": {
    "kind": "enum",
    "default": 15,
    "values": [
     15
    ]
   },
   "aspect_ratio": {
    "kind": "enum",
    "default": "16:9",
    "values": [
     "16:9",
     "9:16"
    ]
   },
   "resolution": {
    "kind": "enum",
    "required": true,
    "default": "720p",
    "values": [
     "720p"
    ]
   }
  }
 },
 "gamma-1.0-r2v": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "reference_images": {
    "kind": "media",
    "required": true
   },
   "duration": {
    "kind": "integer",
    "default": 5
   },
   "aspect_ratio": {
    "kind": "enum",
    "default": "16:9",
    "values": [
     "16:9",
     "9:16",
     "3:4",
     "4:3",
     "4:5",
     "5:4",
     "1:1",
     "9:21",
     "21:9"
    ]
   },
   "resolution": {
    "kind": "enum",
    "required": true,
    "default": "1080P",
    "values": [
     "1080P",
     "720P"
    ]
   },
   "seed": {
    "kind": "integer"
   },
   "watermark": {
    "kind": "boolean",
    "default": true
   }
  }
 },
 "gamma-1.0-i2v": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "duration": {
    "kind": "integer",
    "default": 5
   },
   "resolution": {
    "kind": "enum",
    "required": true,
    "default": "1080P",
    "values": [
     "720P",
     "1080P"
    ]
   },
   "seed": {
    "kind": "integer"
   },
   "first_image": {
    "kind": "media",
    "required": true
   },
   "watermark": {
    "kind": "boolean",
    "default": false
   }
  }
 },
 "gamma-1.0-t2v": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "duration": {
    "kind": "integer",
    "default": 5
   },
   "aspect_ratio": {
    "kind": "enum",
    "default": "16:9",
    "values": [
     "16:9",
     "9:16",
     "1:1",
     "4:3",
     "3:4",
     "4:5",
     "5:4",
     "9:21",
     "21:9"
    ]
   },
   "resolution": {
    "kind": "enum",
    "required": true,
    "default": "1080P",
    "values": [
     "720P",
     "1080P"
    ]
   },
   "seed": {
    "kind": "integer"
   },
   "watermark": {
    "kind": "boolean",
    "default": false
   }
  }
 },
 "gamma-1.1-t2v": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "duration": {
    "kind": "integer",
    "default": 5
   },
   "aspect_ratio": {
    "kind": "enum",
    "default": "16:9",
    "values": [
     "16:9",
     "9:16",
     "1:1",
     "4:3",
     "3:4",
     "4:5",
     "5:4",
     "9:21",
     "21:9"
    ]
   },
   "resolution": {
    "kind": "enum",
    "required": true,
    "default": "1080P",
    "values": [
     "720P",
     "1080P"
    ]
   },
   "seed": {
    "kind": "integer"
   },
   "watermark": {
    "kind": "boolean",
    "default": false
   }
  }
 },
 "hh-1.1-r2v-o": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "reference_images": {
    "kind": "media",
    "required": true
   },
   "duration": {
    "kind": "integer",
    "default": 5
   },
   "aspect_ratio": {
    "kind": "enum",
    "default": "16:9",
    "values": [
     "16:9",
     "9:16",
     "3:4",
     "4:3",
     "4:5",
     "5:4",
     "1:1",
     "9:21",
     "21:9"
    ]
   },
   "resolution": {
    "kind": "enum",
    "required": true,
    "default": "1080P",
    "values": [
     "720P",
     "1080P"
    ]
   },
   "seed": {
    "kind": "integer"
   },
   "watermark": {
    "kind": "boolean",
    "default": false
   }
  }
 },
 "delta2.7-r2v": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "reference_images": {
    "kind": "media",
    "required": true
   },
   "duration": {
    "kind": "integer",
    "required": true,
    "default": 5
   },
   "aspect_ratio": {
    "kind": "enum",
    "default": "16:9",
    "values": [
     "16:9",
     "9:16",
     "1:1",
     "4:3",
     "3:4"
    ]
   },
   "resolution": {
    "kind": "enum",
    "default": "1080P",
    "values": [
     "720P",
     "1080P"
    ]
   },
   "seed": {
    "kind": "integer"
   },
   "watermark": {
    "kind": "boolean",
    "default": false
   }
  }
 },
 "delta3.0-prime-r2v": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "reference_images": {
    "kind": "media",
    "required": true
   },
   "reference_videos": {
    "kind": "media"
   },
   "reference_audios": {
    "kind": "media"
   },
   "duration": {
    "kind": "integer",
    "required": true
   },
   "aspect_ratio": {
    "kind": "enum",
    "default": "16:9",
    "values": [
     "16:9",
     "9:16"
    ]
   },
   "resolution": {
    "kind": "enum",
    "required": true,
    "values": [
     "480P",
     "720P",
     "1080P"
    ]
   }
  }
 },
 "delta3.0-r2v": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "reference_images": {
    "kind": "media",
    "required": true
   },
   "reference_videos": {
    "kind": "media"
   },
   "reference_audios": {
    "kind": "media"
   },
   "duration": {
    "kind": "integer",
    "required": true
   },
   "aspect_ratio": {
    "kind": "enum",
    "default": "16:9",
    "values": [
     "16:9",
     "9:16"
    ]
   },
   "resolution": {
    "kind": "enum",
    "required": true,
    "values": [
     "480P",
     "720P",
     "1080P"
    ]
   }
  }
 },
 "epsilonO3": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "reference_images": {
    "kind": "media"
   },
   "duration": {
    "kind": "integer",
    "default": 6
   },
   "aspect_ratio": {
    "kind": "enum",
    "default": "16:9",
    "values": [
     "16:9",
     "9:16",
     "1:1"
    ]
   },
   "resolution": {
    "kind": "enum",
    "default": "720p",
    "values": [
     "720p",
     "1080p"
    ]
   },
   "first_image": {
    "kind": "media"
   },
   "last_image": {
    "kind": "media"
   },
   "generate_audio": {
    "kind": "boolean",
    "default": false
   },
   "reference_mode": {
    "kind": "enum",
    "default": "image",
    "values": [
     "image",
     "frame"
    ]
   }
  }
 },
 "alpha_1_5_pro": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "duration": {
    "kind": "integer",
    "required": true,
    "default": 5
   },
   "aspect_ratio": {
    "kind": "enum",
    "default": "16:9",
    "values": [
     "16:9",
     "9:16",
     "1:1",
     "adaptive",
     "4:3",
     "3:4",
     "21:9"
    ]
   },
   "resolution": {
    "kind": "enum",
    "default": "720p",
    "values": [
     "480p",
     "720p",
     "1080p"
    ]
   },
   "first_image": {
    "kind": "media"
   },
   "last_image": {
    "kind": "media"
   },
   "generate_audio": {
    "kind": "boolean",
    "default": true
   },
   "tools": {
    "kind": "array"
   }
  }
 },
 "video_30_10_10": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "reference_images": {
    "kind": "media"
   },
   "reference_videos": {
    "kind": "media"
   },
   "reference_audios": {
    "kind": "media"
   },
   "duration": {
    "kind": "integer",
    "required": true,
    "default": 5
   },
   "aspect_ratio": {
    "kind": "enum",
    "default": "16:9",
    "values": [
     "16:9",
     "9:16",
     "1:1",
     "21:9",
     "4:3",
     "3:4"
    ]
   },
   "resolution": {
    "kind": "enum",
    "required": true,
    "values": [
     "480p"
    ]
   }
  }
 },
 "zeta-H3_933_1080p": {
  "kind": "video",
  "open": false,
  "parameters": {
   "prompt": {
    "kind": "prompt",
    "required": true
   },
   "reference_images": {
    "kind": "media"
   },
   "reference_videos": {
    "kind": "media"
   },
   "reference_audios": {
    "kind": "media"
   },
   "duration": {
    "kind": "integer",
    "default": 10
   },
   "aspect_ratio": {
    "kind": "enum",
    "values": [
     "16:9",
     "9:16",
     "1:1",
     "4:3",
     "3:4",
     "21:9",
     "3:2",
     "2:3"
    ]
   },
   "resolution": {
    "kind": "enum",
    "values": [
     "1080p"
    ]
   }
  }
 }
}
