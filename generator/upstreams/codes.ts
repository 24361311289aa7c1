import type { CodeFacts } from '../check/codes/facts.js'

/** Upstream protocols. */
export const upstreamCodes = [
  {
    code: 'S070',
    severity: 'error',
    title: 'An upstream file has the name of another protocol',
    explanation:
      'The protocol is named twice, by the file and in it, and the two differ. Settings name protocols, so both must be the same.',
    hint: 'Rename the file, or correct "protocol".',
    wrong: 'spec/upstreams/tiny.json: { "protocol": "tinny" }',
    right: 'spec/upstreams/tiny.json: { "protocol": "tiny" }',
  },
  {
    code: 'S071',
    severity: 'error',
    title: 'An upstream mapping names an unknown parameter',
    explanation:
      'No model of this kind has a parameter of that name. The row would never apply, and what it should carry would be rejected.',
    hint: 'Use the name of a parameter of the catalogue.',
    wrong: '{ "to": "/ratio", "from": "aspectratio" }',
    right: '{ "to": "/ratio", "from": "aspect_ratio" }',
  },
  {
    code: 'S072',
    severity: 'error',
    title: 'An upstream mapping names a value that no model offers',
    explanation:
      'Every model that has the parameter lists its values, and this one is not among them. The entry would never apply.',
    hint: 'Use a value of the catalogue.',
    wrong: '{ "from": "resolution", "values": { "720px": "720p" } }',
    right: '{ "from": "resolution", "values": { "720p": "720p" } }',
  },
  {
    code: 'S073',
    severity: 'error',
    title: 'An upstream mapping names an unknown source',
    explanation: 'Every fact says where it was read. The name must be one of those in "sources".',
    hint: 'Use a name of "sources", or add the source there.',
    wrong: '{ "sources": { "sdk": { … } }, … "source": "skd" }',
    right: '{ "sources": { "sdk": { … } }, … "source": "sdk" }',
  },
  {
    code: 'S074',
    severity: 'error',
    title: 'A path names an unknown variable',
    explanation:
      'Paths may hold {id} (the task at the upstream; not in a submit), {name} (the same, where an ID has slashes that stay), {model} (the model at the upstream) and {app} (its owner and name).',
    hint: 'Use {id}, {name}, {model} or {app}.',
    wrong: '"query": { "path": "/tasks/{task_id}" }',
    right: '"query": { "path": "/tasks/{id}" }',
  },
  {
    code: 'S075',
    severity: 'error',
    title: 'A template does not hold the value once',
    explanation:
      'A template must hold {value} exactly where the value goes, and no other word in braces. Of a data URI it may hold {base64} in its place, with {mediaType} beside it.',
    hint: 'Write {value} once, or {base64} once and {mediaType} at most once.',
    wrong: '{ "from": "duration", "template": "{vlaue}s" }',
    right: '{ "from": "duration", "template": "{value}s" }',
  },
  {
    code: 'S076',
    severity: 'error',
    title: 'Two rows write to the same place',
    explanation:
      'Two rows that may both apply to one request write to one place, or one needs a list where the other needs an object, so that the second would silently overwrite the first.',
    hint: 'Give the rows conditions that exclude each other, or another place.',
    wrong: '{ "to": "/size", "from": "resolution" }, { "to": "/size", "from": "aspect_ratio" }',
    right: '{ "to": "/resolution", "from": "resolution" }, { "to": "/ratio", "from": "aspect_ratio" }',
  },
  {
    code: 'S077',
    severity: 'error',
    title: 'A row cannot be read backwards and does not say why',
    explanation:
      "Two values of one model become the same value of the upstream. A request of the vendor's own client could not be read back.",
    hint: 'Say why in "oneWay", or map to different values.',
    wrong: '{ "from": "aspect_ratio", "values": { "16:9": "wide", "21:9": "wide" } }',
    right:
      '{ "from": "aspect_ratio", "values": { "16:9": "wide", "21:9": "wide" }, "oneWay": "the upstream has one wide format" }',
  },
  {
    code: 'S078',
    severity: 'error',
    title: 'A task of the upstream cannot be followed to its end',
    explanation:
      'A submit that answers with an ID needs a query and a table of statuses, in which at least one word means completed and one failed.',
    hint: 'Add the query, and the words that end a task.',
    wrong: '{ "id": "/id", "status": { "at": "/status", "states": { "running": "processing" } } }',
    right:
      '{ "id": "/id", "query": { … }, "status": { "at": "/status", "states": { "done": "completed", "error": "failed" } } }',
  },
  {
    code: 'S079',
    severity: 'error',
    title: 'A row uploads files and the protocol cannot',
    explanation:
      'A row with "as": "uploaded" uploads the data URIs it carries before the submit. The protocol must say how in "upload", and the row must take data URIs.',
    hint: 'Add "upload", and list data in the "forms" of the row.',
    wrong: '{ "each": "first_image", "as": "uploaded", "forms": ["url"] }',
    right: '{ "each": "first_image", "as": "uploaded", "forms": ["url", "data"] }',
  },
  {
    code: 'S080',
    severity: 'error',
    title: 'An index leaves places of a list empty',
    explanation:
      'A row that writes to an index of a list makes every place before it. Where no row fills them they would be sent as null, and a large index would fill the memory. A place that is only read may have an index up to 99.',
    hint: 'Write - in place of the index to append to the list, or fill the places before it.',
    wrong: '{ "to": "/content/99999999", "from": "prompt" }',
    right: '{ "to": "/content/-", "from": "prompt" }',
  },
  {
    code: 'S081',
    severity: 'error',
    title: 'A place to read one value from stands for several',
    explanation:
      'In the URL of a result and in the names of models, - stands for every item of a list, since there may be several. Everywhere else one value is read from an answer.',
    hint: 'Write the index of the item, such as 0.',
    wrong: '"message": ["/errors/-/text"]',
    right: '"message": ["/errors/0/text"]',
  },
  {
    code: 'S082',
    severity: 'error',
    title: 'A proof never counts',
    explanation:
      'The first proof that fits an error answer counts. One before this one fits every answer that this one fits, so that what it says would never be used.',
    hint: 'Put the narrower proof first, or take it out.',
    wrong: '{ "status": "4xx", "proves": "rejected" }, { "status": "429", "proves": "busy" }',
    right: '{ "status": "429", "proves": "busy" }, { "status": "4xx", "proves": "rejected" }',
  },
  {
    code: 'S083',
    severity: 'error',
    title: 'A request about a task does not name it',
    explanation:
      'The submit answers with an ID, and every later request is about one task. Its path is the only place that can name the task; without it every task would get the same answer.',
    hint: 'Put {id} where the path has the ID of the task.',
    wrong: '"query": { "method": "GET", "path": "/tasks" }',
    right: '"query": { "method": "GET", "path": "/tasks/{id}" }',
  },
  {
    code: 'S084',
    severity: 'error',
    title: 'The limits of a row let no number through',
    explanation: 'The minimum is greater than the maximum, so that every request with the parameter would be rejected.',
    hint: 'Swap the two, or correct one.',
    wrong: '{ "from": "duration", "minimum": 60, "maximum": 4 }',
    right: '{ "from": "duration", "minimum": 4, "maximum": 60 }',
  },
  {
    code: 'S085',
    severity: 'error',
    title: 'A result has the media type of another kind',
    explanation:
      'The operation of one kind of models answers with a file in base64 whose media type another kind makes. Every result would be stored and served as what it is not.',
    hint: 'Use a media type of the kind: video/…, image/…, audio/…, or model/… for a mesh.',
    wrong: '"video": { … "results": [{ "base64": "/file", "contentType": "image/png" }] }',
    right: '"video": { … "results": [{ "base64": "/file", "contentType": "video/mp4" }] }',
  },
  {
    code: 'S086',
    severity: 'error',
    title: 'A source of an upstream mapping is not named by any fact',
    explanation:
      'Every source in "sources" is where a fact was read. One that no fact names is left over, or the facts that were read there name another.',
    hint: 'Name the source at the facts that were read there, or take it out.',
    wrong: '{ "sources": { "sdk": { … }, "docs": { … } }, … "source": "sdk" }',
    right: '{ "sources": { "sdk": { … } }, … "source": "sdk" }',
  },
  {
    code: 'S087',
    severity: 'error',
    title: 'What a cancel proves is not a status that ends a task without a result',
    explanation:
      'The credits that a cancelled task holds are given back only for an answer that proves that nothing was made and nothing is charged. A word that the status never has is inconclusive, and the word of a waiting, running or finished task proves the opposite.',
    hint: 'Use a word of status.states that means cancelled, expired or failed, and of which the source says that it is not charged.',
    wrong: '"cancel": { … "proves": { "query": ["running"] } }',
    right: '"cancel": { … "proves": { "query": ["cancelled"] } }',
  },
  {
    code: 'S088',
    severity: 'error',
    title: 'The text that a webhook signs names an unknown value',
    explanation:
      'The text may hold {body}, {bodySha256}, {timestamp} where "time" says where it is, and each name of "headers". A text with anything else in braces would never be what the upstream has signed, and a name that the text does not hold is left over.',
    hint: 'Use {body}, {bodySha256}, {timestamp} or a name of "headers".',
    wrong: '{ "headers": { "id": "webhook-id" }, "signed": "{ID}.{timestamp}.{body}" }',
    right: '{ "headers": { "id": "webhook-id" }, "signed": "{id}.{timestamp}.{body}" }',
  },
  {
    code: 'S089',
    severity: 'error',
    title: 'The signature of a webhook does not prove what it should',
    explanation:
      'A signature proves what is in the text that is signed, to holders of the key. Without the body in it, a webhook could be altered; without its time, an old one could be sent again with a new time; and with a key that is published, anyone could make it.',
    hint: 'Sign the body and the time, and use a secret for an HMAC.',
    wrong: '{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',
    right: '{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }',
  },
] as const satisfies readonly CodeFacts[]

/** The same, for which S070 to S089 had no number left. */
export const moreUpstreamCodes = [
  {
    code: 'S100',
    severity: 'error',
    title: 'A cancel and the rules of the upstream contradict each other',
    explanation:
      'The rules in "cancelRules" are written from the documents of the upstream. Where they say that a cancel removes a result, the request must not be sent to a task that has ended: what was paid for would be lost. And an answer that the upstream also gives to a task that goes on proves no cancel: its credits would be given back although it is charged.',
    hint: 'Read the documents again, and correct "cancel" or "cancelRules".',
    wrong: '"cancel": { … "from": { "words": ["done"] } }, … "cancelRules": { … "ended": { "then": "removed" } }',
    right: '"cancel": { … "from": { "words": ["waiting"] } }, … "cancelRules": { … "ended": { "then": "removed" } }',
  },
  {
    code: 'S101',
    severity: 'error',
    title: 'A file is the answer to a request that has another answer',
    explanation:
      'A result with "body" is the answer to the submit itself. A submit that answers with an ID answers with JSON, and the file comes with a later request, which is read in another way. That request does not know what the submit asked for with "asked" either.',
    hint: 'Take out "id" where the submit answers with the file; else say with "content" which request answers with it.',
    wrong: '"id": "/id", … "results": [{ "body": true }]',
    right: '"id": "/id", … "results": [{ "content": "/tasks/{id}/file" }]',
  },
  {
    code: 'S102',
    severity: 'error',
    title: 'A row sends a file where no file can be',
    explanation:
      'A row with "as": "file" sends the file itself as a field of a form (multipart/form-data), or as one of several fields of the same name. A body in JSON holds no file, and a field of a form holds nothing else.',
    hint: 'Say "encoding": "form" in the submit, name a field such as /image or /image/-, and list the "forms" of the row.',
    wrong: '"submit": { … "encoding": "json" }, … { "to": "/image", "each": "first_image", "as": "file" }',
    right:
      '"submit": { … "encoding": "form" }, … { "to": "/image", "each": "first_image", "as": "file", "forms": ["url", "data"] }',
  },
  {
    code: 'S103',
    severity: 'error',
    title: 'A result in a bucket cannot be read',
    explanation:
      'The service reads a result with "object" in the folder that the operator has set, with the key of the upstream: a row with "resultsFolder" tells the upstream of the folder, and only a key that signs requests (aws-sigv4, for S3) or a service account (google-service-account, for Google Cloud Storage) opens it. A folder that no result is read from does nothing.',
    hint: 'Say "token": { "by": "aws-sigv4", … } or { "by": "google-service-account", … } in "authentication", put "resultsFolder" into a row, and read the result with "object".',
    wrong:
      '"rows": [{ "to": "/prompt", "from": "prompt" }], … "results": [{ "object": "/folder", "file": "/film.mp4" }]',
    right:
      '"rows": [{ "to": "/prompt", "from": "prompt" }, { "to": "/folder", "resultsFolder": true }], … "results": [{ "object": "/folder", "file": "/film.mp4" }]',
  },
] as const satisfies readonly CodeFacts[]
