// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "hunyuan",
 "title": "Tencent Cloud",
 "baseUrl": "https://vclm.tencentcloudapi.com",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "",
  "token": {
   "by": "tc3-hmac-sha256",
   "service": "vclm",
   "region": "ap-guangzhou"
  }
 },
 "headers": {
  "X-TC-Version": "2024-05-23"
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 10,
 "operations": {
  "video": {
   "submit": {
    "method": "POST",
    "path": [
     "/"
    ],
    "headers": {
     "X-TC-Action": [
      "Submit",
      {
       "variable": "model"
      },
      "Job"
     ]
    }
   },
   "submitPaths": [],
   "encoding": "json",
   "rows": [
    {
     "to": [
      "Prompt"
     ],
     "from": {
      "kind": "parameter",
      "name": "prompt"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "HunyuanToVideo",
        "ImageToVideoGeneral"
       ]
      }
     ],
     "maximumLength": 200
    },
    {
     "to": [
      "Prompt"
     ],
     "from": {
      "kind": "parameter",
      "name": "prompt"
     },
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "HunyuanToVideo",
        "ImageToVideoGeneral"
       ]
      }
     ],
     "maximumLength": 2000
    },
    {
     "to": [
      "Image",
      "Url"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "HunyuanToVideo",
        "ImageToVideoGeneral"
       ]
      }
     ],
     "maximumItems": 1,
     "forms": [
      "url"
     ]
    },
    {
     "to": [
      "Images",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "ImageToVideoVidu"
       ]
      }
     ],
     "maximumItems": 1,
     "forms": [
      "url"
     ],
     "oneWay": "the list does not say which image is the first one"
    },
    {
     "to": [
      "Images",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "last_image"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "ImageToVideoVidu"
       ]
      },
      {
       "kind": "given",
       "parameters": [
        "first_image"
       ]
      }
     ],
     "maximumItems": 1,
     "forms": [
      "url"
     ],
     "oneWay": "the list does not say which image is the last one"
    },
    {
     "to": [
      "Images",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "ReferenceToVideoVidu"
       ]
      }
     ],
     "maximumItems": 7,
     "forms": [
      "url"
     ],
     "oneWay": "the list does not say which images these are"
    },
    {
     "to": [
      "Model"
     ],
     "from": {
      "kind": "constant",
      "value": "viduq2"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "TextToVideoVidu",
        "ReferenceToVideoVidu"
       ]
      }
     ]
    },
    {
     "to": [
      "Model"
     ],
     "from": {
      "kind": "constant",
      "value": "viduq2-turbo"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "ImageToVideoVidu"
       ]
      }
     ]
    },
    {
     "to": [
      "Duration"
     ],
     "from": {
      "kind": "parameter",
      "name": "duration"
     },
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "HunyuanToVideo",
        "ImageToVideoGeneral"
       ]
      },
      {
       "kind": "absent",
       "parameters": [
        "last_image"
       ]
      }
     ],
     "minimum": 1,
     "maximum": 10
    },
    {
     "to": [
      "Duration"
     ],
     "from": {
      "kind": "parameter",
      "name": "duration"
     },
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "HunyuanToVideo",
        "ImageToVideoGeneral"
       ]
      },
      {
       "kind": "given",
       "parameters": [
        "last_image"
       ]
      }
     ],
     "minimum": 1,
     "maximum": 8
    },
    {
     "to": [
      "AspectRatio"
     ],
     "from": {
      "kind": "parameter",
      "name": "aspect_ratio"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "TextToVideoVidu",
        "ReferenceToVideoVidu"
       ]
      }
     ],
     "values": [
      [
       "16:9",
       "16:9"
      ],
      [
       "9:16",
       "9:16"
      ],
      [
       "4:3",
       "4:3"
      ],
      [
       "3:4",
       "3:4"
      ],
      [
       "1:1",
       "1:1"
      ]
     ]
    },
    {
     "to": [
      "Resolution"
     ],
     "from": {
      "kind": "parameter",
      "name": "resolution"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "HunyuanToVideo"
       ]
      }
     ],
     "values": [
      [
       "720p",
       "720p"
      ],
      [
       "720P",
       "720p"
      ]
     ]
    },
    {
     "to": [
      "Resolution"
     ],
     "from": {
      "kind": "parameter",
      "name": "resolution"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "ImageToVideoGeneral"
       ]
      }
     ],
     "values": [
      [
       "480p",
       "480p"
      ],
      [
       "480P",
       "480p"
      ],
      [
       "720p",
       "720p"
      ],
      [
       "720P",
       "720p"
      ],
      [
       "1080p",
       "1080p"
      ],
      [
       "1080P",
       "1080p"
      ]
     ]
    },
    {
     "to": [
      "Resolution"
     ],
     "from": {
      "kind": "parameter",
      "name": "resolution"
     },
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "HunyuanToVideo",
        "ImageToVideoGeneral"
       ]
      }
     ],
     "values": [
      [
       "720p",
       "720p"
      ],
      [
       "720P",
       "720p"
      ],
      [
       "1080p",
       "1080p"
      ],
      [
       "1080P",
       "1080p"
      ]
     ]
    },
    {
     "to": [
      "LogoAdd"
     ],
     "from": {
      "kind": "parameter",
      "name": "watermark"
     },
     "when": [],
     "values": [
      [
       true,
       1
      ],
      [
       false,
       0
      ]
     ]
    }
   ],
   "drops": [
    {
     "parameter": "generate_audio",
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "HunyuanToVideo",
        "ImageToVideoGeneral"
       ]
      }
     ],
     "reason": "viduq2 makes no sound of itself",
     "values": [
      false
     ]
    },
    {
     "parameter": "reference_mode",
     "when": [
      {
       "kind": "given",
       "parameters": [
        "first_image",
        "last_image"
       ]
      }
     ],
     "reason": "the order of the images says so",
     "values": [
      "frame"
     ]
    }
   ],
   "needs": {},
   "lacks": {
    "duration": "only Vidu's models take a length",
    "aspect_ratio": "only TextToVideoVidu and ReferenceToVideoVidu take one",
    "first_image": "only HunyuanToVideo, ImageToVideoGeneral and ImageToVideoVidu take one",
    "last_image": "only ImageToVideoVidu takes one, after a first image",
    "seed": "it has no seed",
    "reference_images": "only ReferenceToVideoVidu takes them",
    "reference_videos": "viduq2 takes images as references",
    "reference_audios": "it takes no sounds",
    "reference_mode": "the model says what images are",
    "generate_audio": "these models make no sound",
    "tools": "it has no tool configuration",
    "size": "it takes an aspect ratio and a resolution"
   },
   "id": [
    "Response",
    "JobId"
   ],
   "query": {
    "method": "POST",
    "path": [
     "/"
    ],
    "headers": {
     "X-TC-Action": [
      "Describe",
      {
       "variable": "model"
      },
      "Job"
     ]
    },
    "body": [
     {
      "to": [
       "JobId"
      ],
      "from": {
       "kind": "id"
      }
     }
    ]
   },
   "answer": {
    "status": {
     "at": [
      "Response",
      "Status"
     ],
     "states": {
      "WAIT": "queued",
      "RUN": "processing",
      "DONE": "completed",
      "FAIL": "failed"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "Response",
       "ResultVideoUrl"
      ],
      "list": false
     }
    ],
    "message": [
     [
      "Response",
      "ErrorMessage"
     ]
    ],
    "code": [
     [
      "Response",
      "ErrorCode"
     ]
    ],
    "usage": []
   },
   "told": []
  }
 },
 "errors": {
  "message": [
   [
    "Response",
    "Error",
    "Message"
   ]
  ],
  "code": [
   [
    "Response",
    "Error",
    "Code"
   ]
  ],
  "proofs": [
   {
    "from": 200,
    "to": 200,
    "proves": "unknown-model",
    "codes": [
     "InvalidAction"
    ]
   },
   {
    "from": 200,
    "to": 200,
    "proves": "credentials",
    "codes": [
     "AuthFailure",
     "AuthFailure.InvalidSecretId",
     "AuthFailure.MFAFailure",
     "AuthFailure.SecretIdNotFound",
     "AuthFailure.SignatureExpire",
     "AuthFailure.SignatureFailure",
     "AuthFailure.TokenFailure",
     "AuthFailure.UnauthorizedOperation",
     "UnauthorizedOperation"
    ]
   },
   {
    "from": 200,
    "to": 200,
    "proves": "payment",
    "codes": [
     "ResourceInsufficient",
     "ResourceUnavailable.Freeze",
     "ResourceUnavailable.InArrears",
     "ResourceUnavailable.LowBalance",
     "ResourceUnavailable.NotReady",
     "ResourceUnavailable.Recover",
     "ResourcesSoldOut.ChargeStatusException"
    ]
   },
   {
    "from": 200,
    "to": 200,
    "proves": "busy",
    "codes": [
     "FailedOperation.JobQueueFull",
     "LimitExceeded",
     "RequestLimitExceeded",
     "RequestLimitExceeded.GlobalRegionUinLimitExceeded",
     "RequestLimitExceeded.IPLimitExceeded",
     "RequestLimitExceeded.JobNumExceed",
     "RequestLimitExceeded.UinLimitExceeded",
     "ResourceUnavailable.Delivering",
     "ResourceUnavailable.IsOpening"
    ]
   },
   {
    "from": 200,
    "to": 200,
    "proves": "rejected",
    "codes": [
     "FailedOperation.DownloadError",
     "FailedOperation.ImageDecodeFailed",
     "FailedOperation.ImageNotSupported",
     "FailedOperation.ImageResolutionExceed",
     "FailedOperation.ImageSizeExceed",
     "FailedOperation.ModerationFailed",
     "FailedOperation.TextModerationNotPass",
     "InvalidParameter",
     "InvalidParameter.InvalidParameter",
     "InvalidParameterValue",
     "InvalidParameterValue.ParameterValueError",
     "InvalidParameterValue.UrlIllegal",
     "MissingParameter",
     "OperationDenied",
     "UnknownParameter",
     "UnsupportedOperation"
    ]
   },
   {
    "from": 429,
    "to": 429,
    "proves": "busy"
   },
   {
    "from": 408,
    "to": 408,
    "proves": "may-exist"
   },
   {
    "from": 400,
    "to": 499,
    "proves": "rejected"
   },
   {
    "from": 500,
    "to": 599,
    "proves": "may-exist"
   }
  ],
  "inside": {
   "at": [
    "Response",
    "Error"
   ],
   "unless": []
  }
 },
 "modelProbe": {
  "untestable": "a model is an action, which is known only by a submit"
 }
}
