// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "bedrock",
 "title": "Amazon Bedrock",
 "baseUrl": "https://bedrock-runtime.us-east-1.amazonaws.com",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "",
  "token": {
   "by": "aws-sigv4",
   "service": "bedrock"
  }
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 10,
 "operations": {
  "video": {
   "submit": {
    "method": "POST",
    "path": [
     "/async-invoke"
    ]
   },
   "submitPaths": [],
   "encoding": "json",
   "ignored": [
    [
     "clientRequestToken"
    ]
   ],
   "rows": [
    {
     "to": [
      "modelId"
     ],
     "from": {
      "kind": "model"
     },
     "when": []
    },
    {
     "to": [
      "outputDataConfig",
      "s3OutputDataConfig",
      "s3Uri"
     ],
     "from": {
      "kind": "results-folder"
     },
     "when": []
    },
    {
     "to": [
      "modelInput",
      "taskType"
     ],
     "from": {
      "kind": "constant",
      "value": "TEXT_VIDEO"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "amazon.nova-reel"
       ]
      }
     ]
    },
    {
     "to": [
      "modelInput",
      "textToVideoParams",
      "text"
     ],
     "from": {
      "kind": "parameter",
      "name": "prompt"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "amazon.nova-reel"
       ]
      }
     ],
     "maximumLength": 512
    },
    {
     "to": [
      "modelInput",
      "textToVideoParams",
      "images",
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
        "amazon.nova-reel"
       ]
      }
     ],
     "template": {
      "value": {
       "format": "{imageFormat}",
       "source": {
        "bytes": "{base64}"
       }
      },
      "holes": [
       {
        "at": [
         "format"
        ],
        "whole": true,
        "prefix": "",
        "suffix": "",
        "part": "imageFormat"
       },
       {
        "at": [
         "source",
         "bytes"
        ],
        "whole": true,
        "prefix": "",
        "suffix": "",
        "part": "base64"
       }
      ]
     },
     "maximumItems": 1,
     "forms": [
      "data"
     ]
    },
    {
     "to": [
      "modelInput",
      "videoGenerationConfig",
      "durationSeconds"
     ],
     "from": {
      "kind": "constant",
      "value": 6
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "amazon.nova-reel"
       ]
      },
      {
       "kind": "absent",
       "parameters": [
        "duration"
       ]
      }
     ]
    },
    {
     "to": [
      "modelInput",
      "videoGenerationConfig",
      "durationSeconds"
     ],
     "from": {
      "kind": "parameter",
      "name": "duration"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "amazon.nova-reel"
       ]
      }
     ],
     "values": [
      [
       6,
       6
      ]
     ]
    },
    {
     "to": [
      "modelInput",
      "videoGenerationConfig",
      "fps"
     ],
     "from": {
      "kind": "constant",
      "value": 24
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "amazon.nova-reel"
       ]
      }
     ]
    },
    {
     "to": [
      "modelInput",
      "videoGenerationConfig",
      "dimension"
     ],
     "from": {
      "kind": "constant",
      "value": "1280x720"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "amazon.nova-reel"
       ]
      }
     ]
    },
    {
     "to": [
      "modelInput",
      "videoGenerationConfig",
      "seed"
     ],
     "from": {
      "kind": "parameter",
      "name": "seed"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "amazon.nova-reel"
       ]
      }
     ],
     "minimum": 0,
     "maximum": 2147483646
    },
    {
     "to": [
      "modelInput",
      "prompt"
     ],
     "from": {
      "kind": "parameter",
      "name": "prompt"
     },
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "amazon.nova-reel"
       ]
      }
     ],
     "maximumLength": 5000
    },
    {
     "to": [
      "modelInput",
      "keyframes",
      "frame0"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "amazon.nova-reel"
       ]
      }
     ],
     "template": {
      "value": {
       "type": "image",
       "source": {
        "type": "base64",
        "media_type": "{mediaType}",
        "data": "{base64}"
       }
      },
      "holes": [
       {
        "at": [
         "source",
         "media_type"
        ],
        "whole": true,
        "prefix": "",
        "suffix": "",
        "part": "mediaType"
       },
       {
        "at": [
         "source",
         "data"
        ],
        "whole": true,
        "prefix": "",
        "suffix": "",
        "part": "base64"
       }
      ]
     },
     "forms": [
      "data"
     ]
    },
    {
     "to": [
      "modelInput",
      "keyframes",
      "frame1"
     ],
     "from": {
      "kind": "each",
      "name": "last_image"
     },
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "amazon.nova-reel"
       ]
      }
     ],
     "template": {
      "value": {
       "type": "image",
       "source": {
        "type": "base64",
        "media_type": "{mediaType}",
        "data": "{base64}"
       }
      },
      "holes": [
       {
        "at": [
         "source",
         "media_type"
        ],
        "whole": true,
        "prefix": "",
        "suffix": "",
        "part": "mediaType"
       },
       {
        "at": [
         "source",
         "data"
        ],
        "whole": true,
        "prefix": "",
        "suffix": "",
        "part": "base64"
       }
      ]
     },
     "forms": [
      "data"
     ]
    },
    {
     "to": [
      "modelInput",
      "aspect_ratio"
     ],
     "from": {
      "kind": "parameter",
      "name": "aspect_ratio"
     },
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "amazon.nova-reel"
       ]
      }
     ],
     "values": [
      [
       "1:1",
       "1:1"
      ],
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
       "21:9",
       "21:9"
      ],
      [
       "9:21",
       "9:21"
      ]
     ]
    },
    {
     "to": [
      "modelInput",
      "duration"
     ],
     "from": {
      "kind": "parameter",
      "name": "duration"
     },
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "amazon.nova-reel"
       ]
      }
     ],
     "values": [
      [
       5,
       "5s"
      ],
      [
       9,
       "9s"
      ]
     ]
    },
    {
     "to": [
      "modelInput",
      "resolution"
     ],
     "from": {
      "kind": "parameter",
      "name": "resolution"
     },
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "amazon.nova-reel"
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
    }
   ],
   "drops": [
    {
     "parameter": "aspect_ratio",
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "amazon.nova-reel"
       ]
      }
     ],
     "reason": "Nova Reel's videos are 1280 by 720 pixels",
     "values": [
      "16:9"
     ]
    },
    {
     "parameter": "resolution",
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "amazon.nova-reel"
       ]
      }
     ],
     "reason": "Nova Reel's videos are 1280 by 720 pixels",
     "values": [
      "720p",
      "720P"
     ]
    },
    {
     "parameter": "generate_audio",
     "when": [],
     "reason": "its models make no sound",
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
     "reason": "the name of each image says so",
     "values": [
      "frame"
     ]
    }
   ],
   "needs": {},
   "lacks": {
    "aspect_ratio": "Nova Reel makes 16:9 alone",
    "resolution": "Nova Reel makes 720p alone",
    "last_image": "Nova Reel takes a first image alone",
    "seed": "Luma's models take no seed",
    "generate_audio": "its models make no sound",
    "watermark": "it has no parameter for a watermark",
    "reference_images": "its models take first and last images alone",
    "reference_videos": "its models take images alone",
    "reference_audios": "its models take images alone",
    "tools": "it has no tool configuration"
   },
   "id": [
    "invocationArn"
   ],
   "idForm": {
    "before": [
     "arn:aws:bedrock:us-east-1:123456789012:async-invoke/"
    ]
   },
   "query": {
    "method": "GET",
    "path": [
     "/async-invoke/",
     {
      "variable": "id"
     }
    ]
   },
   "answer": {
    "status": {
     "at": [
      "status"
     ],
     "states": {
      "InProgress": "processing",
      "Completed": "completed",
      "Failed": "failed"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "object",
      "at": [
       "outputDataConfig",
       "s3OutputDataConfig",
       "s3Uri"
      ],
      "file": "/output.mp4"
     }
    ],
    "message": [
     [
      "failureMessage"
     ]
    ],
    "code": [],
    "usage": []
   },
   "told": []
  }
 },
 "errors": {
  "message": [
   [
    "message"
   ],
   [
    "Message"
   ]
  ],
  "code": [
   [
    "__type"
   ]
  ],
  "codeHeader": "x-amzn-errortype",
  "proofs": [
   {
    "from": 400,
    "to": 400,
    "proves": "busy",
    "codes": [
     "ServiceQuotaExceededException"
    ]
   },
   {
    "from": 400,
    "to": 400,
    "proves": "may-exist",
    "codes": [
     "ConflictException"
    ]
   },
   {
    "from": 400,
    "to": 400,
    "proves": "unknown-model",
    "says": [
     "model identifier is invalid"
    ]
   },
   {
    "from": 403,
    "to": 403,
    "proves": "unknown-model",
    "says": [
     "access to the model"
    ]
   },
   {
    "from": 403,
    "to": 403,
    "proves": "credentials"
   },
   {
    "from": 404,
    "to": 404,
    "proves": "unknown-model"
   },
   {
    "from": 408,
    "to": 408,
    "proves": "may-exist"
   },
   {
    "from": 429,
    "to": 429,
    "proves": "busy"
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
  ]
 },
 "probe": {
  "path": [
   "/async-invoke?maxResults=1"
  ],
  "accepted": [
   200
  ]
 },
 "modelProbe": {
  "untestable": "models are listed by another host, which answers no request without a signature"
 }
}
