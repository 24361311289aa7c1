// Made by the generator from spec/. Do not edit.
var zh=Object.create;var xc=Object.defineProperty;var Ch=Object.getOwnPropertyDescriptor;var Wh=Object.getOwnPropertyNames;var Kh=Object.getPrototypeOf,Hh=Object.prototype.hasOwnProperty;var ce=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(n){throw t=0,n}};var Bh=(e,t,n,a)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of Wh(t))!Hh.call(e,o)&&o!==n&&xc(e,o,{get:()=>t[o],enumerable:!(a=Ch(t,o))||a.enumerable});
return e};var Tt=(e,t,n)=>(n=e!=null?zh(Kh(e)):{},Bh(t||!e||!e.__esModule?xc(n,"default",{value:e,enumerable:!0}):n,e));var Ho=ce(Ko=>{"use strict";Object.defineProperty(Ko,"__esModule",{value:!0});function qc(e){let t=e.length,n=0,a=0,o;for(;a<t;)n++,o=e.charCodeAt(a++),o>=55296&&
o<=56319&&a<t&&(o=e.charCodeAt(a),(o&64512)===56320&&a++);return n}Ko.default=qc;qc.code='require("ajv/dist/runtime/ucs2length").default'});var Rc=ce(Nc=>{"use strict";Nc.meta0=da;var c={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
ams/<protocol>.json may say: how requests of this catalogue are put in an upstream's words, and how its answers are read.",type:"object",required:["protocol","t\
itle","description","sources","baseUrl","authentication","deadline","poll","operations","errors"],properties:{$schema:{type:"string",description:"The path of th\
is meta-schema, for editors."},$comment:{$ref:"#/$defs/comment"},protocol:{type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The protocol's name: the file'\
s name without .json.",errorMessage:"lower-case letters, digits and hyphens"},title:{type:"string",minLength:1,description:"The upstream's name, as people say i\
t."},description:{type:"string",minLength:1,description:"Who speaks it, in one or two sentences."},sources:{type:"object",description:"Where facts come from, by\
 the name that rows use.",additionalProperties:{oneOf:[{type:"object",required:["package","version"],properties:{package:{type:"string",minLength:1,description:"\
A package of the npm registry."},version:{type:"string",pattern:"^\\d+\\.\\d+\\.\\d+",description:"The version that was read.",errorMessage:"a version such as 1\
.2.3"}},additionalProperties:!1},{type:"object",required:["document","url"],properties:{document:{type:"string",minLength:1,description:"The document's title."},
url:{type:"string",pattern:"^https://",description:"Where it was read.",errorMessage:"an https URL"}},additionalProperties:!1}]},minProperties:1},baseUrl:{type:"\
string",pattern:"^https://[^/]+(/.*[^/])?$",description:"The vendor's base URL, without a slash at the end. Operators may set another.",errorMessage:"an https U\
RL without a slash at the end"},authentication:{type:"object",description:"Where the key goes.",required:["in","name","source"],properties:{in:{enum:["header"],
description:"A header. Not the URL, which servers and proxies log."},name:{type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"Its name.",errorMessage:"lette\
rs, digits, dots, hyphens and underscores"},prefix:{type:"string",description:'What stands before the key, such as "Bearer ".'},token:{description:"What is made\
 of the operator's key and sent in its place. Left out where the key itself is sent.",oneOf:[{type:"object",description:"A JWT signed with HS256. The operator's\
 key is <access key>:<secret key>; the access key is the issuer.",required:["by","seconds"],properties:{by:{const:"jwt-hs256",description:"The piece of code tha\
t makes the token."},seconds:{type:"integer",minimum:10,maximum:86400,description:"How long a token is valid."},backdateSeconds:{type:"integer",minimum:0,maximum:3600,
description:"How long before it is made a token is valid, for clocks that differ. Left out: tokens do not say from when they are valid."}},additionalProperties:!1},
{type:"object",description:"An access token of OAuth 2.0, for an assertion (RFC 7523). The operator's key is the JSON key file of a Google service account, or t\
hat file in base64.",required:["by","scope"],properties:{by:{const:"google-service-account",description:"The piece of code that makes the token."},scope:{type:"\
string",minLength:1,description:"What the token is asked for."}},additionalProperties:!1},{type:"object",description:"A signature over each request (AWS Signatu\
re Version 4) stands in the header, which is Authorization and has no prefix. The operator's key is <access key ID>:<secret access key>, with :<session token> b\
ehind it for temporary credentials. The region is that of the base URL's host; us-east-1 where the host is none of AWS.",required:["by","service"],properties:{by:{
const:"aws-sigv4",description:"The piece of code that makes the signature."},service:{type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The name of the ser\
vice in the signature.",errorMessage:"lower-case letters, digits and hyphens"}},additionalProperties:!1}]},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
headers:{type:"object",minProperties:1,propertyNames:{pattern:"^[A-Za-z0-9._-]+$"},additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"\
visible ASCII characters and spaces"},description:"Fixed headers of every request below the base URL, such as the version of the API. Fakes reject a request wit\
hout them."},idempotency:{type:"object",description:"How a repeated submit is made harmless. Left out where the upstream does not promise it. A repeat that is r\
ejected is inconclusive about the first attempt.",required:["header","keptSeconds","source"],properties:{header:{type:"string",minLength:1,description:"The head\
er that takes the key."},keptSeconds:{type:"integer",minimum:1,description:"For how many seconds after its submit the upstream keeps a key at least. A repeat th\
at comes later is not sent: it would buy again."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},deadline:{type:"object",description:"When a task that\
 has not ended is given up.",required:["seconds","source"],properties:{seconds:{type:"integer",minimum:60,description:"Seconds after the submit."},source:{$ref:"\
#/$defs/source"}},additionalProperties:!1},poll:{type:"object",description:"How often to query.",required:["seconds","source"],properties:{seconds:{type:"number",
exclusiveMinimum:0,description:"Seconds between two queries of one task."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},probe:{type:"object",description:"\
A GET that tells whether the key is valid and buys nothing.",required:["path","accepted","source"],properties:{path:{$ref:"#/$defs/path"},accepted:{type:"array",
items:{type:"integer",minimum:100,maximum:599},minItems:1,description:"HTTP statuses that prove that the key is accepted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
modelProbe:{type:"object",description:"A GET that tells whether the upstream knows a model and buys nothing, or why there is none.",required:["source"],properties:{
path:{$ref:"#/$defs/path",description:"Below the base URL, with the key. It may hold {model}."},url:{type:"string",pattern:"^https://[^/?#{}]+/[^#]*$",description:"\
In place of a path: a URL of another host of the vendor, to which no key is sent. It may hold {model}."},names:{$ref:"#/$defs/pointer",description:"Where the an\
swer names models, with - for every item of a list. Without - the answer tells of the one model that the path names."},omits:{type:"string",minLength:1,description:"\
Models that the answer leaves out although they can be used, so that a missing one is not proven to be unknown."},told:{type:"array",minItems:1,description:"Oth\
er members of the answer that clients of the vendor read and this service does not: fakes and native APIs write them.",items:{type:"object",required:["at","cons\
tant"],properties:{at:{$ref:"#/$defs/pointer",description:"Where, with - for every item of the list of models."},constant:{description:"A fixed value."}},additionalProperties:!1}},
except:{type:"array",minItems:1,description:"Model IDs that the answer never names.",items:{type:"object",required:["prefix","reason"],properties:{prefix:{type:"\
string",minLength:1,description:"What such IDs begin with."},reason:{type:"string",minLength:1,description:"Why they cannot be tested."}},additionalProperties:!1}},
untestable:{type:"string",minLength:1,description:"In place of a request: why no model can be tested without buying something."},source:{$ref:"#/$defs/source"}},
oneOf:[{required:["path","names"]},{required:["url","names"]},{required:["untestable"]}],additionalProperties:!1},webhooks:{type:"object",description:"How the u\
pstream tells by itself that a task has changed. A webhook hastens the next query of its task; what it says is never believed.",required:["source"],properties:{
body:{$ref:"#/$defs/pointer",description:"Where in the body of the submit the URL goes."},query:{type:"string",minLength:1,description:"The query parameter of t\
he submit that takes the URL."},with:{type:"array",minItems:1,description:"Members of the body that go with the URL.",items:{type:"object",required:["to","const\
ant"],properties:{to:{$ref:"#/$defs/pointer"},constant:{description:"A fixed value."}},additionalProperties:!1}},signature:{type:"object",description:"How a web\
hook is signed. Left out where it is not.",required:["algorithm","header","encoding","signed","key"],properties:{algorithm:{enum:["hmac-sha256","hmac-sha512","e\
d25519"],description:"What the signature is made with."},header:{$ref:"#/$defs/headerName",description:"The header that holds the signature."},separator:{type:"\
string",minLength:1,description:"What stands between the parts of that header. One part that is a valid signature is enough. Left out: the header has one part."},
prefix:{type:"string",minLength:1,description:'What stands before the signature in its part, such as "sha256=". Parts without it are passed over.'},encoding:{enum:[
"hex","base64"],description:"How the signature is written."},headers:{type:"object",minProperties:1,additionalProperties:{$ref:"#/$defs/headerName"},description:'\
Headers that are signed too, by the names that stand for them in "signed".'},signed:{type:"string",minLength:1,description:'The text that is signed. {body} stan\
ds for the body as it arrived, {bodySha256} for its SHA-256 in lower-case hexadecimal, {timestamp} for the time as the webhook writes it, and each name of "head\
ers" for the value of its header.'},time:{type:"object",description:"Where a webhook says when it was sent. Left out where it does not: one that was recorded ca\
n be sent again at any time.",required:["unit","toleranceSeconds"],properties:{header:{$ref:"#/$defs/headerName",description:"The header that holds it."},separator:{
type:"string",minLength:1,description:"What stands between the parts of that header."},prefix:{type:"string",minLength:1,description:"What stands before the tim\
e in its part."},member:{$ref:"#/$defs/pointer",description:"In place of a header: a member of the body."},unit:{enum:["seconds","milliseconds","rfc3339"],description:"\
Seconds or milliseconds since 1970, or a date and time such as 2026-01-31T12:00:00Z."},toleranceSeconds:{type:"integer",minimum:1,maximum:3600,description:"How \
many seconds it may differ from the time of the service."}},oneOf:[{required:["header"]},{required:["member"]}],dependentRequired:{separator:["header"],prefix:[
"header"]},additionalProperties:!1},key:{description:"What the signature is checked with.",oneOf:[{type:"object",description:"The upstream gives the key to hold\
ers of the operator's API key.",required:["by","path","at","encoding"],properties:{by:{const:"request",description:"The service asks the upstream."},path:{$ref:"\
#/$defs/path"},at:{$ref:"#/$defs/pointer"},prefix:{$ref:"#/$defs/keyPrefix"},encoding:{$ref:"#/$defs/keyEncoding"}},additionalProperties:!1},{type:"object",description:"\
The operator has agreed on the key with the upstream.",required:["by","encoding"],properties:{by:{const:"setting",description:"The operator sets webhookSecret f\
or the upstream."},prefix:{$ref:"#/$defs/keyPrefix"},encoding:{$ref:"#/$defs/keyEncoding"}},additionalProperties:!1},{type:"object",description:"The upstream pu\
blishes its public keys. Only for ed25519.",required:["by","url"],properties:{by:{const:"key-set",description:"A JSON Web Key Set."},url:{type:"string",pattern:"\
^https://",description:"Where it is. No key is sent there.",errorMessage:"an https URL"}},additionalProperties:!1}]}},additionalProperties:!1},challenge:{$ref:"\
#/$defs/pointer",description:"A member of a first request that the answer must repeat."},told:{type:"array",minItems:1,description:"Members of a webhook that a \
fake writes. Left out where a webhook holds what a query answers.",items:{type:"object",required:["at","fact"],properties:{at:{$ref:"#/$defs/pointer"},fact:{enum:[
"id","model","created"],description:"A fact of the task."}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},oneOf:[{required:["body"]},{required:["que\
ry"]}],additionalProperties:!1},rateHeaders:{$ref:"#/$defs/remark",description:"Which headers tell of limits. Retry-After is always read."},upload:{type:"object",
description:"The request that uploads a file before the submit names it. Rows that say so upload the data URIs they carry.",required:["method","path","reference",
"source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},field:{type:"string",minLength:1,description:"The f\
ield of a form (multipart/form-data) that holds the file. Left out where the body is the file itself."},reference:{$ref:"#/$defs/pointer",description:"Where the\
 answer has what names the file in the submit: a URL or an ID."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},operations:{type:"object",description:"\
How tasks are made, per kind of model.",properties:{video:{$ref:"#/$defs/operation"},image:{$ref:"#/$defs/operation"},audio:{$ref:"#/$defs/operation"},mesh:{$ref:"\
#/$defs/operation"}},minProperties:1,additionalProperties:!1},errors:{type:"object",description:"How error answers are read, and what they prove.",required:["me\
ssage","code","proofs"],properties:{message:{$ref:"#/$defs/pointers"},code:{$ref:"#/$defs/pointers"},status:{$ref:"#/$defs/pointer",description:"Where an error \
has its HTTP status as a number, without which clients of the vendor do not read it."},inside:{type:"object",description:"A member that makes an answer with HTT\
P 200 an error.",required:["at","source"],properties:{at:{$ref:"#/$defs/pointer"},unless:{type:"array",description:"Values that mean that there is no error."},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},proofs:{type:"array",description:"What error answers to a submit prove. The first that fits counts; an answer t\
hat none fits may have made a task.",minItems:1,items:{type:"object",required:["status","proves","source"],properties:{status:{type:"string",pattern:"^[1-5]([0-\
9]{2}|xx)$",description:"One HTTP status, or a class such as 5xx.",errorMessage:"an HTTP status such as 404, or a class of them such as 4xx"},codes:{type:"array",
items:{type:"string"},minItems:1,description:"Only with one of these error codes."},says:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"\
Only where the message holds one of these texts, in capitals or not."},proves:{enum:["rejected","busy","credentials","payment","may-exist","unknown-model"],description:"\
rejected: no task was made. busy: none was made, and a later submit may succeed. credentials, payment: none was made, because of the key or of the account's bal\
ance, for which the task is not to blame. unknown-model: none was made, since the upstream has no model of the operator's ID, or none for this key. may-exist: n\
othing is proven."},means:{type:"string",minLength:1,description:"What the upstream means by it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}}},additionalProperties:!1},
cancelRules:{type:"object",description:`What the upstream does when it is asked to cancel a task, by how the task stands. Only fakes read it. Written from the u\
pstream's documents and not from "cancel", so that a mistake there is found. Left out where nothing is known: a fake then cancels a task that has not ended.`,required:[
"queued","processing","ended","cancelled","source"],properties:{queued:{$ref:"#/$defs/cancelRule",description:"A task that waits."},processing:{$ref:"#/$defs/ca\
ncelRule",description:"A task that runs."},ended:{$ref:"#/$defs/cancelRule",description:"A task that has completed, failed or expired."},cancelled:{$ref:"#/$def\
s/cancelRule",description:"A task that was cancelled before."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},disagreements:{type:"array",description:"\
Where sources contradict each other, and which one the mapping follows.",items:{type:"object",required:["topic","between","follows"],properties:{topic:{type:"st\
ring",minLength:1,description:"What they disagree about, and how."},between:{type:"array",items:{$ref:"#/$defs/source"},minItems:1,description:"The sources."},follows:{
type:"string",minLength:1,description:"What the mapping does, and why."}},additionalProperties:!1}}},additionalProperties:!1,$defs:{comment:{type:"string",minLength:1,
description:"A remark for who edits the file."},source:{type:"string",minLength:1,description:"One of the names in sources."},remark:{type:"object",required:["t\
ext","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},pointer:{type:"stri\
ng",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},otherPaths:{
type:"array",minItems:1,description:"Other paths, for what the submit of the task was given or for some models. The first whose conditions hold counts.",items:{
type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},cancelRule:{type:"object",description:"\
What becomes of the task, and what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{then:{enum:["cancelled","go\
es-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all the same. removed: the reco\
rd of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"The HTTP status of that body\
 or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"In place of a body: an error, in the form of this pro\
tocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,description:"Its mes\
sage."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},headerName:{type:"\
string",pattern:"^[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},keyPrefix:{
type:"string",minLength:1,description:'What stands before the key, such as "whsec_".'},keyEncoding:{enum:["text","hex","base64"],description:"How the bytes of t\
he key are written. text: the bytes of the text itself (UTF-8)."},pointers:{type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in ord\
er."},path:{type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},
requestBody:{type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$defs/pointer",
description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"A fixed value."}},oneOf:[
{required:["fact"]},{required:["constant"]}],additionalProperties:!1}},request:{type:"object",required:["method","path","source"],properties:{method:{enum:["GET",
"POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},words:{type:"array",items:{
type:"string",minLength:1},minItems:1,uniqueItems:!0},operation:{type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"\
#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],
description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},headers:{type:"object",additionalProperties:{type:"string",pattern:"\
^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fixed headers."},encoding:{enum:["json","form"],description:"How the body is \
sent: JSON, or multipart/form-data."},status:{type:"integer",minimum:200,maximum:299,description:"The HTTP status of the answer, where clients of the vendor tak\
e no other. Left out: 200."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How \
the body is built, in order."},drops:{type:"array",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"object",required:[
"parameter","reason","source"],properties:{parameter:{type:"string",description:"The parameter."},values:{type:"array",minItems:1,description:"Only these values\
."},when:{$ref:"#/$defs/when"},reason:{type:"string",minLength:1,description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{
type:"object",description:"Parameters without which the upstream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{
type:"object",required:["reason","source"],properties:{reason:{type:"string",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1}},lacks:{type:"object",description:"Parameters for which the upstream has nothing.",additionalProperties:{type:"object",required:["reaso\
n","source"],properties:{reason:{type:"string",minLength:1,description:"What the upstream has instead, or that it has nothing."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1}},id:{$ref:"#/$defs/pointer",description:"The task's ID in the answer to the submit. Left out where that answer is the result."},idForm:{
type:"string",pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",description:"What IDs with slashes look like, such as models/{model}/operations/{id}. Paths ho\
ld them as {name}. Fakes and native APIs write this form; of an upstream any ID is taken.",errorMessage:"a form that ends with {id}"},queryId:{$ref:"#/$defs/poi\
nter",description:"The task's ID in the answer to a query, when elsewhere."},query:{type:"object",required:["method","path","source"],properties:{method:{enum:[
"GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},at:{$ref:"#/$defs/pointer",description:"\
Where the answer to the submit has the URL that is queried in place of the path, such as one of the region that has the task."},hosts:{type:"array",items:{type:"\
string",pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",errorMessage:"a host name, or one after *. for those below it"},minItems:1,description:"The hosts that m\
ay be queried there, over https and with the key, beside that of the base URL. A URL of another host is not used."},body:{$ref:"#/$defs/requestBody"},source:{$ref:"\
#/$defs/source"}},additionalProperties:!1,dependentRequired:{at:["hosts"],hosts:["at"]},description:"The request that tells of a task."},list:{type:"object",description:"\
A GET that tells of several tasks at a time. Left out where the upstream cannot be asked for tasks by their IDs.",required:["path","filter","limit","items","sou\
rce"],properties:{path:{$ref:"#/$defs/path"},filter:{type:"string",minLength:1,description:"The query parameter that takes an ID; it is repeated for each."},limit:{
type:"integer",minimum:2,maximum:500,description:"How many tasks one request asks for at most."},items:{$ref:"#/$defs/pointer",description:"Where the answer has\
 its list."},within:{$ref:"#/$defs/pointer",description:"Where the answer to a query has what an item is. Left out where an item is the whole answer."},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},cancel:{type:"object",description:"The request that cancels a task, and what proves that nothing was made and n\
othing is charged.",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$de\
fs/path"},body:{$ref:"#/$defs/requestBody"},from:{type:"object",description:"In which of the upstream's words for the status the request may be sent. In others \
it does something else, such as removing a finished result. Left out where it does nothing else.",required:["words","source"],properties:{words:{$ref:"#/$defs/w\
ords"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proves:{type:"object",description:"What proves that nothing was bought. Any other answer is inco\
nclusive: the task is followed to its end and paid for. Left out where nothing does.",required:["source"],minProperties:2,properties:{answer:{type:"object",description:"\
What the answer to this request says then.",required:["at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/words"}},additionalProperties:!1},
query:{$ref:"#/$defs/words",description:"The words for the status that a later query answers then."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},status:{type:"object",description:"Where the upstream says how a task stands, and what its words mean.",required:[
"at","states","source"],properties:{at:{$ref:"#/$defs/pointer"},states:{type:"object",description:"The upstream's words, each with its meaning, compared without\
 case; numbers and booleans by what they are written as. A word that is missing here keeps a task going.",additionalProperties:{$ref:"#/$defs/state"},minProperties:1},
as:{enum:["number","boolean"],description:"What words are written as. Left out where they are strings; all are read."},absent:{$ref:"#/$defs/state",description:"\
What it means that there is no word."},cases:{type:"array",minItems:1,description:"States that several signs mean together, regardless of the word. The first th\
at holds counts.",items:{type:"object",required:["when","means"],properties:{when:{type:"array",minItems:1,description:"All of these must hold.",items:{type:"ob\
ject",required:["at"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,description:"One of these values stands there."},present:{type:"boolea\
n",description:"Whether there is a value at all."}},oneOf:[{required:["is"]},{required:["present"]}],additionalProperties:!1}},means:{$ref:"#/$defs/state"}},additionalProperties:!1}},
source:{$ref:"#/$defs/source"}},additionalProperties:!1},progress:{type:"object",description:"Where the upstream says how far a task has got.",required:["at","o\
f","source"],properties:{at:{$ref:"#/$defs/pointer"},of:{type:"number",exclusiveMinimum:0,description:"The number that means done."},source:{$ref:"#/$defs/sourc\
e"}},additionalProperties:!1},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers",description:"Where a failed task says why."},code:{$ref:"#/$defs\
/pointers",description:"Where a failed task has its error code."},seconds:{$ref:"#/$defs/pointer",description:"Length of the result in seconds."},secondsAs:{const:"\
string",description:"The length is answered as a string. Left out where it is a number; both are read."},usage:{type:"array",items:{type:"object",required:["at",
"unit","source"],properties:{at:{$ref:"#/$defs/pointer"},unit:{type:"string",minLength:1,description:"What is counted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
description:"What the task used."},told:{type:"array",description:"Members of answers that clients of the vendor read and this service does not: fakes and nativ\
e APIs write them.",items:{type:"object",required:["at","in","source"],properties:{at:{$ref:"#/$defs/pointer"},in:{enum:["submit","query","both"],description:"I\
n which answers."},link:{type:"object",required:["path"],properties:{path:{$ref:"#/$defs/path"}},additionalProperties:!1,description:"The URL of a request."},constant:{
description:"A fixed value."},fact:{enum:["id","model","created"],description:"A fact of the task."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},
{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},state:{enum:["queued","\
processing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},results:{type:"array",minItems:1,description:"Where\
 the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},when:{type:"array",minItems:1,description:"All of these must hold.",
items:{$ref:"#/$defs/condition"}},row:{type:"object",required:["to","source"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"\
^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; only further down may there be lists",description:"Where in the upstrea\
m's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"The parameter whose value goes there."},each:{type:"string",
minLength:1,description:"The list whose items go there, one by one."},join:{type:"array",items:{type:"string",minLength:1},minItems:2,description:"Parameters th\
at the upstream has as one. The keys of values are their values, with a space between."},model:{const:!0,description:"The upstream's model ID, which the operato\
r sets."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there: {value} stands for the value. Of a data U\
RI, {base64} stands for the file and {mediaType} for its type."},as:{enum:["string","uploaded","file"],description:"string: a number is sent as a string. upload\
ed: a data URI is uploaded first, and what names the file is sent; a URL is sent as it is. file: the file itself is sent as a part of the form (multipart/form-d\
ata); the service fetches it from a URL first."},values:{type:"object",minProperties:1,description:"Our values, each with the upstream's. Others are not offered\
."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Others are not offered."},minimum:{type:"number",description:"The smallest n\
umber."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"integer",minimum:1,description:"The most items of a list."},maximumLength:{
type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"array",items:{enum:["url","data"]},minItems:1,description:"The forms of me\
dia reference the upstream takes."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},source:{$ref:"#/$defs/source"}},oneOf:[
{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},condition:{type:"obj\
ect",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",items:{type:"\
string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"arr\
ay",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream'\
s model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with n\
one of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1},
result:{type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list.\
 The first file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for th\
e key. It is sent with a URL of the base URL's own host, and to no other."},body:{const:!0,description:"The answer to the submit is the file itself, and no JSON\
. Left out where there is an ID. A result behind it is where an answer in JSON has the file: fakes and native APIs give that to callers that accept JSON only."},
base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg",
"image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The media type of a file in base64."},content:{$ref:"#/$defs/path",description:"\
A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"\
#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"\
integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:[
"body"]},{required:["base64","contentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1}}},Rr={type:"string",minLength:1,
description:"A remark for who edits the file."},re={type:"string",minLength:1,description:"One of the names in sources."},We={type:"string",pattern:"^/",description:"\
A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},se={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"\
A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},Tr={type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"\
The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},As={type:"string",minLength:1,description:'What stands\
 before the key, such as "whsec_".'},Hr={enum:["text","hex","base64"],description:"How the bytes of the key are written. text: the bytes of the text itself (UTF\
-8)."},W={type:"object",description:"What becomes of the task, and what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{
then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all \
the same. removed: the record of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"T\
he HTTP status of that body or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"In place of a body: an err\
or, in the form of this protocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,
description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},
kn=Object.prototype.hasOwnProperty,ae=Ho().default,Oc=new RegExp("^[a-z][a-z0-9-]*$","u"),Gh=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),jc=new RegExp("^https://","u"),
Zh=new RegExp("^https://[^/]+(/.*[^/])?$","u"),wn=new RegExp("^[A-Za-z0-9._-]+$","u"),Ac=new RegExp("^[\\x20-\\x7e]*$","u"),Zt=new RegExp("^/","u"),Qh=new RegExp(
"^https://[^/?#{}]+/[^#]*$","u"),rt=new RegExp("^(/([^/~]|~[01])+)+$","u"),Xh=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),br={type:"object",required:["text","source"],
properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function Ns(e,{instancePath:t="",parentData:n,
parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Ns.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;
if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===void 0){let S={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"text"},
message:"must have required property 'text'",schema:br.required,parentSchema:br,data:e};r===null?r=[S]:r.push(S),s++}if(e.source===void 0){let S={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:br.required,parentSchema:br,data:e};
r===null?r=[S]:r.push(S),s++}let k=s;for(let S in e)if(!(S==="text"||S==="source")){let O={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additiona\
lProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:br,data:e};r===null?r=[O]:r.push(O),s++}if(e.text!==
void 0){let S=e.text,O=s,x=s;if(typeof S=="string"){if(ae(S)<1){let T={instancePath:t+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:br.properties.text,data:S};r===null?r=[T]:r.push(T),s++}}else{let T={instancePath:t+
"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:br.properties.text.type,parentSchema:br.properties.
text,data:S};r===null?r=[T]:r.push(T),s++}var u=O===s}if(e.source!==void 0){let S=e.source,O=s,x=s,T=s;if(typeof S=="string"){if(ae(S)<1){let pe={instancePath:t+
"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:S};
r===null?r=[pe]:r.push(pe),s++}}else{let pe={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:re.type,parentSchema:re,data:S};r===null?r=[pe]:r.push(pe),s++}var h=x===s,u=O===s}}else{let k={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:br.type,parentSchema:br,data:e};r===null?r=[k]:r.push(k),s++}return Ns.errors=r,s===0}Ns.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var y={type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",
description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"\
#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},headers:{type:"object",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASC\
II characters and spaces"},description:"Fixed headers."},encoding:{enum:["json","form"],description:"How the body is sent: JSON, or multipart/form-data."},status:{
type:"integer",minimum:200,maximum:299,description:"The HTTP status of the answer, where clients of the vendor take no other. Left out: 200."},source:{$ref:"#/$\
defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How the body is built, in order."},drops:{type:"ar\
ray",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"object",required:["parameter","reason","source"],properties:{
parameter:{type:"string",description:"The parameter."},values:{type:"array",minItems:1,description:"Only these values."},when:{$ref:"#/$defs/when"},reason:{type:"\
string",minLength:1,description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{type:"object",description:"Parameters w\
ithout which the upstream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{type:"object",required:["reason","\
source"],properties:{reason:{type:"string",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},lacks:{
type:"object",description:"Parameters for which the upstream has nothing.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{
type:"string",minLength:1,description:"What the upstream has instead, or that it has nothing."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},id:{$ref:"\
#/$defs/pointer",description:"The task's ID in the answer to the submit. Left out where that answer is the result."},idForm:{type:"string",pattern:"^(?!/)[^{}]*\
(\\{model\\}[^{}]*)?\\{id\\}$",description:"What IDs with slashes look like, such as models/{model}/operations/{id}. Paths hold them as {name}. Fakes and native\
 APIs write this form; of an upstream any ID is taken.",errorMessage:"a form that ends with {id}"},queryId:{$ref:"#/$defs/pointer",description:"The task's ID in\
 the answer to a query, when elsewhere."},query:{type:"object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"\
The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},at:{$ref:"#/$defs/pointer",description:"Where the answer to the submit has the U\
RL that is queried in place of the path, such as one of the region that has the task."},hosts:{type:"array",items:{type:"string",pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[\
a-z0-9-]+)+$",errorMessage:"a host name, or one after *. for those below it"},minItems:1,description:"The hosts that may be queried there, over https and with t\
he key, beside that of the base URL. A URL of another host is not used."},body:{$ref:"#/$defs/requestBody"},source:{$ref:"#/$defs/source"}},additionalProperties:!1,
dependentRequired:{at:["hosts"],hosts:["at"]},description:"The request that tells of a task."},list:{type:"object",description:"A GET that tells of several task\
s at a time. Left out where the upstream cannot be asked for tasks by their IDs.",required:["path","filter","limit","items","source"],properties:{path:{$ref:"#/\
$defs/path"},filter:{type:"string",minLength:1,description:"The query parameter that takes an ID; it is repeated for each."},limit:{type:"integer",minimum:2,maximum:500,
description:"How many tasks one request asks for at most."},items:{$ref:"#/$defs/pointer",description:"Where the answer has its list."},within:{$ref:"#/$defs/po\
inter",description:"Where the answer to a query has what an item is. Left out where an item is the whole answer."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
cancel:{type:"object",description:"The request that cancels a task, and what proves that nothing was made and nothing is charged.",required:["method","path","so\
urce"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},body:{$ref:"#/$defs/requestBody"},from:{
type:"object",description:"In which of the upstream's words for the status the request may be sent. In others it does something else, such as removing a finishe\
d result. Left out where it does nothing else.",required:["words","source"],properties:{words:{$ref:"#/$defs/words"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
proves:{type:"object",description:"What proves that nothing was bought. Any other answer is inconclusive: the task is followed to its end and paid for. Left out\
 where nothing does.",required:["source"],minProperties:2,properties:{answer:{type:"object",description:"What the answer to this request says then.",required:["\
at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/words"}},additionalProperties:!1},query:{$ref:"#/$defs/words",description:"The words f\
or the status that a later query answers then."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
status:{type:"object",description:"Where the upstream says how a task stands, and what its words mean.",required:["at","states","source"],properties:{at:{$ref:"\
#/$defs/pointer"},states:{type:"object",description:"The upstream's words, each with its meaning, compared without case; numbers and booleans by what they are w\
ritten as. A word that is missing here keeps a task going.",additionalProperties:{$ref:"#/$defs/state"},minProperties:1},as:{enum:["number","boolean"],description:"\
What words are written as. Left out where they are strings; all are read."},absent:{$ref:"#/$defs/state",description:"What it means that there is no word."},cases:{
type:"array",minItems:1,description:"States that several signs mean together, regardless of the word. The first that holds counts.",items:{type:"object",required:[
"when","means"],properties:{when:{type:"array",minItems:1,description:"All of these must hold.",items:{type:"object",required:["at"],properties:{at:{$ref:"#/$de\
fs/pointer"},is:{type:"array",minItems:1,description:"One of these values stands there."},present:{type:"boolean",description:"Whether there is a value at all."}},
oneOf:[{required:["is"]},{required:["present"]}],additionalProperties:!1}},means:{$ref:"#/$defs/state"}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},
additionalProperties:!1},progress:{type:"object",description:"Where the upstream says how far a task has got.",required:["at","of","source"],properties:{at:{$ref:"\
#/$defs/pointer"},of:{type:"number",exclusiveMinimum:0,description:"The number that means done."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},results:{
$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers",description:"Where a failed task says why."},code:{$ref:"#/$defs/pointers",description:"Where a failed \
task has its error code."},seconds:{$ref:"#/$defs/pointer",description:"Length of the result in seconds."},secondsAs:{const:"string",description:"The length is \
answered as a string. Left out where it is a number; both are read."},usage:{type:"array",items:{type:"object",required:["at","unit","source"],properties:{at:{$ref:"\
#/$defs/pointer"},unit:{type:"string",minLength:1,description:"What is counted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},description:"What the\
 task used."},told:{type:"array",description:"Members of answers that clients of the vendor read and this service does not: fakes and native APIs write them.",items:{
type:"object",required:["at","in","source"],properties:{at:{$ref:"#/$defs/pointer"},in:{enum:["submit","query","both"],description:"In which answers."},link:{type:"\
object",required:["path"],properties:{path:{$ref:"#/$defs/path"}},additionalProperties:!1,description:"The URL of a request."},constant:{description:"A fixed va\
lue."},fact:{enum:["id","model","created"],description:"A fact of the task."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},{required:["constant"]},
{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},wt={type:"array",items:{type:"string",minLength:1},
minItems:1,uniqueItems:!0},Gt={enum:["queued","processing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},Yh=new RegExp(
"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$","u"),ey=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),wr={type:"array",minItems:1,description:"Other paths\
, for what the submit of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{
when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},Bo={type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"\
#/$defs/condition"}},Oe={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},
absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parameter whos\
e value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,
description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstrea\
m's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["e\
xceptModel"]}],additionalProperties:!1};function Qt(e,{instancePath:t="",parentData:n,parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=Qt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let K={instancePath:t,schemaPath:"#\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Bo,data:e};r===null?r=[K]:r.push(K),s++}let pe=!0,
z=e.length;for(let K=0;K<z;K++){let F=e[K],ue=s,j=s,fe=s,le=s,U=!1,L=null,we=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.given===void 0){let Y={instancePath:t+
"/"+K,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"must have required property 'given'",schema:Oe.
oneOf[0].required,parentSchema:Oe.oneOf[0],data:F};r===null?r=[Y]:r.push(Y),s++}var u=we===s;u&&(U=!0,L=0);let xe=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&
F.absent===void 0){let Y={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{missingProperty:"absent"},message:"mus\
t have required property 'absent'",schema:Oe.oneOf[1].required,parentSchema:Oe.oneOf[1],data:F};r===null?r=[Y]:r.push(Y),s++}var u=xe===s;if(u&&U)U=!1,L=[L,1];else{
u&&(U=!0,L=1);let Y=s;if(F&&typeof F=="object"&&!Array.isArray(F)){if(F.parameter===void 0){let He={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/2/r\
equired",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:Oe.oneOf[2].required,parentSchema:Oe.oneOf[2],
data:F};r===null?r=[He]:r.push(He),s++}if(F.among===void 0){let He={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{
missingProperty:"among"},message:"must have required property 'among'",schema:Oe.oneOf[2].required,parentSchema:Oe.oneOf[2],data:F};r===null?r=[He]:r.push(He),s++}}
var u=Y===s;if(u&&U)U=!1,L=[L,2];else{u&&(U=!0,L=2);let He=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.model===void 0){let Pt={instancePath:t+"/"+K,schemaPath:"\
#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:Oe.oneOf[3].required,
parentSchema:Oe.oneOf[3],data:F};r===null?r=[Pt]:r.push(Pt),s++}var u=He===s;if(u&&U)U=!1,L=[L,3];else{u&&(U=!0,L=3);let Pt=s;if(F&&typeof F=="object"&&!Array.isArray(
F)&&F.exceptModel===void 0){let dt={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},
message:"must have required property 'exceptModel'",schema:Oe.oneOf[4].required,parentSchema:Oe.oneOf[4],data:F};r===null?r=[dt]:r.push(dt),s++}var u=Pt===s;u&&
U?(U=!1,L=[L,4]):u&&(U=!0,L=4)}}}if(U)s=le,r!==null&&(le?r.length=le:r=null);else{let Y={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf",keyword:"oneO\
f",params:{passingSchemas:L},message:"must match exactly one schema in oneOf",schema:Oe.oneOf,parentSchema:Oe,data:F};r===null?r=[Y]:r.push(Y),s++}if(F&&typeof F==
"object"&&!Array.isArray(F)){let Y=s;for(let D in F)if(!(D==="given"||D==="absent"||D==="parameter"||D==="among"||D==="model"||D==="exceptModel")){let He={instancePath:t+
"/"+K,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:Oe,data:F};r===null?r=[He]:r.push(He),s++}if(F.given!==void 0){let D=F.given,He=s,ht=s;if(Array.isArray(D)){if(D.length<1){let dt={instancePath:t+
"/"+K+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:Oe.properties.given,data:D};r===null?r=[dt]:r.push(dt),s++}let Pt=!0,at=D.length;for(let dt=0;dt<at;dt++){let Xe=D[dt],tt=s;if(typeof Xe!="string"){
let Dr={instancePath:t+"/"+K+"/given/"+dt,schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:Oe.properties.given.items.type,parentSchema:Oe.properties.given.items,data:Xe};r===null?r=[Dr]:r.push(Dr),s++}let Jr=s;var h=tt===s;h||(Pt=!1)}}else{
let Pt={instancePath:t+"/"+K+"/given",schemaPath:"#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.
properties.given.type,parentSchema:Oe.properties.given,data:D};r===null?r=[Pt]:r.push(Pt),s++}var k=He===s}if(F.absent!==void 0){let D=F.absent,He=s,ht=s;if(Array.
isArray(D)){if(D.length<1){let Xe={instancePath:t+"/"+K+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.absent,data:D};r===null?r=[Xe]:r.push(Xe),s++}let at=!0,dt=D.length;for(let Xe=0;Xe<
dt;Xe++){let tt=D[Xe],Jr=s;if(typeof tt!="string"){let jt={instancePath:t+"/"+K+"/absent/"+Xe,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Oe.properties.absent.items.type,parentSchema:Oe.properties.absent.items,data:tt};r===null?r=[jt]:r.
push(jt),s++}let Dr=s;var S=Jr===s;S||(at=!1)}}else{let at={instancePath:t+"/"+K+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:Oe.properties.absent.type,parentSchema:Oe.properties.absent,data:D};r===null?r=[at]:r.push(at),s++}var k=He===
s}if(F.parameter!==void 0){let D=F.parameter,He=s;if(typeof D!="string"){let at={instancePath:t+"/"+K+"/parameter",schemaPath:"#/$defs/condition/properties/para\
meter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.properties.parameter.type,parentSchema:Oe.properties.parameter,data:D};r===
null?r=[at]:r.push(at),s++}let ht=s;var k=He===s}if(F.among!==void 0){let D=F.among,He=s,ht=s;if(Array.isArray(D)){if(D.length<1){let at={instancePath:t+"/"+K+"\
/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.
properties.among,data:D};r===null?r=[at]:r.push(at),s++}}else{let at={instancePath:t+"/"+K+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:Oe.properties.among.type,parentSchema:Oe.properties.among,data:D};r===null?r=[at]:r.push(at),s++}var k=He===
s}if(F.model!==void 0){let D=F.model,He=s,ht=s;if(Array.isArray(D)){if(D.length<1){let Xe={instancePath:t+"/"+K+"/model",schemaPath:"#/$defs/condition/propertie\
s/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.model,data:D};r===null?r=[Xe]:
r.push(Xe),s++}let at=!0,dt=D.length;for(let Xe=0;Xe<dt;Xe++){let tt=D[Xe],Jr=s,Dr=s;if(typeof tt=="string"){if(ae(tt)<1){let jt={instancePath:t+"/"+K+"/model/"+
Xe,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:Oe.properties.model.items,data:tt};r===null?r=[jt]:r.push(jt),s++}}else{let jt={instancePath:t+"/"+K+"/model/"+Xe,schemaPath:"#/$defs/condition/pro\
perties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.properties.model.items.type,parentSchema:Oe.properties.model.
items,data:tt};r===null?r=[jt]:r.push(jt),s++}var O=Jr===s;O||(at=!1)}}else{let at={instancePath:t+"/"+K+"/model",schemaPath:"#/$defs/condition/properties/model\
/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.properties.model.type,parentSchema:Oe.properties.model,data:D};r===null?r=[at]:r.push(
at),s++}var k=He===s}if(F.exceptModel!==void 0){let D=F.exceptModel,He=s,ht=s;if(Array.isArray(D)){if(D.length<1){let Xe={instancePath:t+"/"+K+"/exceptModel",schemaPath:"\
#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.
exceptModel,data:D};r===null?r=[Xe]:r.push(Xe),s++}let at=!0,dt=D.length;for(let Xe=0;Xe<dt;Xe++){let tt=D[Xe],Jr=s,Dr=s;if(typeof tt=="string"){if(ae(tt)<1){let jt={
instancePath:t+"/"+K+"/exceptModel/"+Xe,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must\
 NOT have fewer than 1 characters",schema:1,parentSchema:Oe.properties.exceptModel.items,data:tt};r===null?r=[jt]:r.push(jt),s++}}else{let jt={instancePath:t+"/"+
K+"/exceptModel/"+Xe,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.properties.
exceptModel.items.type,parentSchema:Oe.properties.exceptModel.items,data:tt};r===null?r=[jt]:r.push(jt),s++}var x=Jr===s;x||(at=!1)}}else{let at={instancePath:t+
"/"+K+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.properties.
exceptModel.type,parentSchema:Oe.properties.exceptModel,data:D};r===null?r=[at]:r.push(at),s++}var k=He===s}}else{let Y={instancePath:t+"/"+K,schemaPath:"#/$def\
s/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Oe.type,parentSchema:Oe,data:F};r===null?r=[Y]:r.push(Y),s++}var T=j===s,
R=ue===s;R||(pe=!1)}}else{let pe={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Bo.type,parentSchema:Bo,
data:e};r===null?r=[pe]:r.push(pe),s++}return Qt.errors=r,s===0}Qt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function Ar(e,{instancePath:t="",parentData:n,
parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Ar.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;
if(Array.isArray(e)){if(e.length<1){let x={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",
schema:1,parentSchema:wr,data:e};r===null?r=[x]:r.push(x),s++}let S=!0,O=e.length;for(let x=0;x<O;x++){let T=e[x],R=s,pe=s;if(T&&typeof T=="object"&&!Array.isArray(
T)){if(T.when===void 0){let K={instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required\
 property 'when'",schema:wr.items.required,parentSchema:wr.items,data:T};r===null?r=[K]:r.push(K),s++}if(T.path===void 0){let K={instancePath:t+"/"+x,schemaPath:"\
#/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:wr.items.required,parentSchema:wr.items,
data:T};r===null?r=[K]:r.push(K),s++}let z=s;for(let K in T)if(!(K==="when"||K==="path")){let F={instancePath:t+"/"+x,schemaPath:"#/items/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:K},message:"must NOT have additional properties",schema:!1,parentSchema:wr.items,data:T};r===null?r=[F]:
r.push(F),s++}if(T.when!==void 0){let K=T.when,F=s;Qt(K,{instancePath:t+"/"+x+"/when",parentData:T,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===
null?Qt.errors:r.concat(Qt.errors),s=r.length);var u=F===s}if(T.path!==void 0){let K=T.path,F=s,ue=s,j=s;if(typeof K=="string"){if(!Zt.test(K)){let le={instancePath:t+
"/"+x+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:K};r===
null?r=[le]:r.push(le),s++}}else{let le={instancePath:t+"/"+x+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:We.type,parentSchema:We,data:K};r===null?r=[le]:r.push(le),s++}var h=ue===s,u=F===s}}else{let z={instancePath:t+"/"+x,schemaPath:"#/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:wr.items.type,parentSchema:wr.items,data:T};r===null?r=[z]:r.push(z),s++}var k=R===s;k||(S=!1)}}else{
let S={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wr.type,parentSchema:wr,data:e};r===null?r=[S]:r.push(
S),s++}return Ar.errors=r,s===0}Ar.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var de={type:"object",required:["to","source"],properties:{$comment:{$ref:"\
#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; only further down\
 may there be lists",description:"Where in the upstream's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"The pa\
rameter whose value goes there."},each:{type:"string",minLength:1,description:"The list whose items go there, one by one."},join:{type:"array",items:{type:"stri\
ng",minLength:1},minItems:2,description:"Parameters that the upstream has as one. The keys of values are their values, with a space between."},model:{const:!0,description:"\
The upstream's model ID, which the operator sets."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there:\
 {value} stands for the value. Of a data URI, {base64} stands for the file and {mediaType} for its type."},as:{enum:["string","uploaded","file"],description:"st\
ring: a number is sent as a string. uploaded: a data URI is uploaded first, and what names the file is sent; a URL is sent as it is. file: the file itself is se\
nt as a part of the form (multipart/form-data); the service fetches it from a URL first."},values:{type:"object",minProperties:1,description:"Our values, each w\
ith the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Others are not offered."},minimum:{
type:"number",description:"The smallest number."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"integer",minimum:1,description:"\
The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"array",items:{enum:["url","data"]},
minItems:1,description:"The forms of media reference the upstream takes."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},
ty=new RegExp("^/(?!(-|\\d+)(/|$))","u");function Rs(e,{instancePath:t="",parentData:n,parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=Rs.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s,u=s,h=!1,k=null,S=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.from===
void 0){let ue={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:de.
oneOf[0].required,parentSchema:de.oneOf[0],data:e};r===null?r=[ue]:r.push(ue),s++}var x=S===s;x&&(h=!0,k=0);let O=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&
e.each===void 0){let ue={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"each"},message:"must have required property \
'each'",schema:de.oneOf[1].required,parentSchema:de.oneOf[1],data:e};r===null?r=[ue]:r.push(ue),s++}var x=O===s;if(x&&h)h=!1,k=[k,1];else{x&&(h=!0,k=1);let ue=s;
if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.join===void 0){let fe={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"\
join"},message:"must have required property 'join'",schema:de.oneOf[2].required,parentSchema:de.oneOf[2],data:e};r===null?r=[fe]:r.push(fe),s++}if(e.values===void 0){
let fe={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"values"},message:"must have required property 'values'",schema:de.
oneOf[2].required,parentSchema:de.oneOf[2],data:e};r===null?r=[fe]:r.push(fe),s++}}var x=ue===s;if(x&&h)h=!1,k=[k,2];else{x&&(h=!0,k=2);let fe=s;if(e&&typeof e==
"object"&&!Array.isArray(e)&&e.model===void 0){let U={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"\
must have required property 'model'",schema:de.oneOf[3].required,parentSchema:de.oneOf[3],data:e};r===null?r=[U]:r.push(U),s++}var x=fe===s;if(x&&h)h=!1,k=[k,3];else{
x&&(h=!0,k=3);let U=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.constant===void 0){let we={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",
params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:de.oneOf[4].required,parentSchema:de.oneOf[4],data:e};r===null?r=[we]:
r.push(we),s++}var x=U===s;x&&h?(h=!1,k=[k,4]):x&&(h=!0,k=4)}}}if(h)s=u,r!==null&&(u?r.length=u:r=null);else{let ue={instancePath:t,schemaPath:"#/oneOf",keyword:"\
oneOf",params:{passingSchemas:k},message:"must match exactly one schema in oneOf",schema:de.oneOf,parentSchema:de,data:e};r===null?r=[ue]:r.push(ue),s++}if(e&&typeof e==
"object"&&!Array.isArray(e)){if(e.to===void 0){let j={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have\
 required property 'to'",schema:de.required,parentSchema:de,data:e};r===null?r=[j]:r.push(j),s++}if(e.source===void 0){let j={instancePath:t,schemaPath:"#/requi\
red",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:de.required,parentSchema:de,data:e};r===null?r=[
j]:r.push(j),s++}let ue=s;for(let j in e)if(!kn.call(de.properties,j)){let fe={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:j},message:"must NOT have additional properties",schema:!1,parentSchema:de,data:e};r===null?r=[fe]:r.push(fe),s++}if(e.$comment!==void 0){
let j=e.$comment,fe=s,le=s,U=s;if(typeof j=="string"){if(ae(j)<1){let L={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Rr,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/$comment",schemaPath:"\
#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Rr.type,parentSchema:Rr,data:j};r===null?r=[L]:r.push(L),s++}var T=le===
s,R=fe===s}if(e.to!==void 0){let j=e.to,fe=s,le=s,U=s;if(typeof j=="string"){if(!rt.test(j)){let we={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:j};r===null?
r=[we]:r.push(we),s++}}else{let we={instancePath:t+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:j};r===null?r=[we]:r.push(we),s++}var pe=le===s;if(typeof j=="string"&&!ty.test(j)){let we={instancePath:t+"/to",schemaPath:"#/propert\
ies/to/pattern",keyword:"pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:de.
properties.to,data:j};r===null?r=[we]:r.push(we),s++}var R=fe===s}if(e.from!==void 0){let j=e.from,fe=s,le=s;if(typeof j=="string"){if(ae(j)<1){let L={instancePath:t+
"/from",schemaPath:"#/properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.
from,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:de.properties.from.type,parentSchema:de.properties.from,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.each!==void 0){let j=e.each,
fe=s,le=s;if(typeof j=="string"){if(ae(j)<1){let L={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.each,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/each",schemaPath:"\
#/properties/each/type",keyword:"type",params:{type:"string"},message:"must be string",schema:de.properties.each.type,parentSchema:de.properties.each,data:j};r===
null?r=[L]:r.push(L),s++}var R=fe===s}if(e.join!==void 0){let j=e.join,fe=s,le=s;if(Array.isArray(j)){if(j.length<2){let xe={instancePath:t+"/join",schemaPath:"\
#/properties/join/minItems",keyword:"minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:de.properties.join,data:j};r===
null?r=[xe]:r.push(xe),s++}let L=!0,we=j.length;for(let xe=0;xe<we;xe++){let Y=j[xe],D=s,He=s;if(typeof Y=="string"){if(ae(Y)<1){let ht={instancePath:t+"/join/"+
xe,schemaPath:"#/properties/join/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:de.
properties.join.items,data:Y};r===null?r=[ht]:r.push(ht),s++}}else{let ht={instancePath:t+"/join/"+xe,schemaPath:"#/properties/join/items/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:de.properties.join.items.type,parentSchema:de.properties.join.items,data:Y};r===null?r=[ht]:r.push(ht),s++}var z=D===
s;z||(L=!1)}}else{let L={instancePath:t+"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:de.properties.
join.type,parentSchema:de.properties.join,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.model!==void 0){let j=e.model,fe=s;if(j!==!0){let U={instancePath:t+
"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:de.properties.
model,data:j};r===null?r=[U]:r.push(U),s++}var R=fe===s}if(e.when!==void 0){let j=e.when,fe=s;Qt(j,{instancePath:t+"/when",parentData:e,parentDataProperty:"when",
rootData:o,dynamicAnchors:i})||(r=r===null?Qt.errors:r.concat(Qt.errors),s=r.length);var R=fe===s}if(e.as!==void 0){let j=e.as,fe=s,le=de.properties.as.enum;if(!(j===
"string"||j==="uploaded"||j==="file")){let L={instancePath:t+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:de.properties.as.enum},
message:"must be equal to one of the allowed values",schema:de.properties.as.enum,parentSchema:de.properties.as,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===
s}if(e.values!==void 0){let j=e.values,fe=s,le=s;if(j&&typeof j=="object"&&!Array.isArray(j)){if(Object.keys(j).length<1){let L={instancePath:t+"/values",schemaPath:"\
#/properties/values/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:de.properties.
values,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:de.properties.values.type,parentSchema:de.properties.values,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.accepts!==void 0){let j=e.
accepts,fe=s,le=s;if(Array.isArray(j)){if(j.length<1){let L={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:de.properties.accepts,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/accept\
s",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:de.properties.accepts.type,parentSchema:de.properties.
accepts,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.minimum!==void 0){let j=e.minimum,fe=s;if(typeof j!="number"){let L={instancePath:t+"/minimum",schemaPath:"\
#/properties/minimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:de.properties.minimum.type,parentSchema:de.properties.minimum,data:j};
r===null?r=[L]:r.push(L),s++}let le=s;var R=fe===s}if(e.maximum!==void 0){let j=e.maximum,fe=s;if(typeof j!="number"){let L={instancePath:t+"/maximum",schemaPath:"\
#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:de.properties.maximum.type,parentSchema:de.properties.maximum,data:j};
r===null?r=[L]:r.push(L),s++}let le=s;var R=fe===s}if(e.maximumItems!==void 0){let j=e.maximumItems,fe=s;if(!(typeof j=="number"&&!(j%1)&&!isNaN(j))){let L={instancePath:t+
"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:de.properties.maximumItems.type,
parentSchema:de.properties.maximumItems,data:j};r===null?r=[L]:r.push(L),s++}let le=s;if(typeof j=="number"&&(j<1||isNaN(j))){let L={instancePath:t+"/maximumIte\
ms",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:de.properties.
maximumItems,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.maximumLength!==void 0){let j=e.maximumLength,fe=s;if(!(typeof j=="number"&&!(j%1)&&!isNaN(j))){
let L={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:de.properties.
maximumLength.type,parentSchema:de.properties.maximumLength,data:j};r===null?r=[L]:r.push(L),s++}let le=s;if(typeof j=="number"&&(j<1||isNaN(j))){let L={instancePath:t+
"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:de.
properties.maximumLength,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.forms!==void 0){let j=e.forms,fe=s,le=s;if(Array.isArray(j)){if(j.length<1){let xe={
instancePath:t+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:de.
properties.forms,data:j};r===null?r=[xe]:r.push(xe),s++}let L=!0,we=j.length;for(let xe=0;xe<we;xe++){let Y=j[xe],D=s,He=de.properties.forms.items.enum;if(!(Y===
"url"||Y==="data")){let ht={instancePath:t+"/forms/"+xe,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:de.properties.forms.items.
enum},message:"must be equal to one of the allowed values",schema:de.properties.forms.items.enum,parentSchema:de.properties.forms.items,data:Y};r===null?r=[ht]:
r.push(ht),s++}var K=D===s;K||(L=!1)}}else{let L={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"mus\
t be array",schema:de.properties.forms.type,parentSchema:de.properties.forms,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.oneWay!==void 0){let j=e.oneWay,
fe=s,le=s;if(typeof j=="string"){if(ae(j)<1){let L={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.oneWay,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/oneWay",schemaPath:"\
#/properties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:de.properties.oneWay.type,parentSchema:de.properties.oneWay,data:j};
r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.source!==void 0){let j=e.source,fe=s,le=s,U=s;if(typeof j=="string"){if(ae(j)<1){let we={instancePath:t+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:j};r===
null?r=[we]:r.push(we),s++}}else{let we={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:re.type,parentSchema:re,data:j};r===null?r=[we]:r.push(we),s++}var F=le===s,R=fe===s}}else{let ue={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:de.type,parentSchema:de,data:e};r===null?r=[ue]:r.push(ue),s++}return Rs.errors=r,s===0}Rs.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var _t={type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$d\
efs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"A fixed valu\
e."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}};function Nr(e,{instancePath:t="",parentData:n,parentDataProperty:a,rootData:o=e,
dynamicAnchors:i={}}={}){let r=null,s=0,p=Nr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){if(e.length<
1){let T={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:_t,data:e};
r===null?r=[T]:r.push(T),s++}let O=!0,x=e.length;for(let T=0;T<x;T++){let R=e[T],pe=s,z=s,K=s,F=!1,ue=null,j=s;if(R&&typeof R=="object"&&!Array.isArray(R)&&R.fact===
void 0){let le={instancePath:t+"/"+T,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required proper\
ty 'fact'",schema:_t.items.oneOf[0].required,parentSchema:_t.items.oneOf[0],data:R};r===null?r=[le]:r.push(le),s++}var u=j===s;u&&(F=!0,ue=0);let fe=s;if(R&&typeof R==
"object"&&!Array.isArray(R)&&R.constant===void 0){let le={instancePath:t+"/"+T,schemaPath:"#/items/oneOf/1/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:_t.items.oneOf[1].required,parentSchema:_t.items.oneOf[1],data:R};r===null?r=[le]:r.push(le),
s++}var u=fe===s;if(u&&F?(F=!1,ue=[ue,1]):u&&(F=!0,ue=1),F)s=K,r!==null&&(K?r.length=K:r=null);else{let le={instancePath:t+"/"+T,schemaPath:"#/items/oneOf",keyword:"\
oneOf",params:{passingSchemas:ue},message:"must match exactly one schema in oneOf",schema:_t.items.oneOf,parentSchema:_t.items,data:R};r===null?r=[le]:r.push(le),
s++}if(R&&typeof R=="object"&&!Array.isArray(R)){if(R.to===void 0){let U={instancePath:t+"/"+T,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"\
to"},message:"must have required property 'to'",schema:_t.items.required,parentSchema:_t.items,data:R};r===null?r=[U]:r.push(U),s++}let le=s;for(let U in R)if(!(U===
"to"||U==="fact"||U==="constant")){let L={instancePath:t+"/"+T,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},
message:"must NOT have additional properties",schema:!1,parentSchema:_t.items,data:R};r===null?r=[L]:r.push(L),s++}if(R.to!==void 0){let U=R.to,L=s,we=s,xe=s;if(typeof U==
"string"){if(!rt.test(U)){let Y={instancePath:t+"/"+T+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:U};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/"+T+
"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:U};r===null?r=[Y]:r.push(
Y),s++}var h=we===s,k=L===s}if(R.fact!==void 0){let U=R.fact,L=s,we=_t.items.properties.fact.enum;if(!(U==="id"||U==="model")){let Y={instancePath:t+"/"+T+"/fac\
t",schemaPath:"#/items/properties/fact/enum",keyword:"enum",params:{allowedValues:_t.items.properties.fact.enum},message:"must be equal to one of the allowed va\
lues",schema:_t.items.properties.fact.enum,parentSchema:_t.items.properties.fact,data:U};r===null?r=[Y]:r.push(Y),s++}var k=L===s}}else{let le={instancePath:t+"\
/"+T,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:_t.items.type,parentSchema:_t.items,data:R};r===null?r=[le]:
r.push(le),s++}var S=pe===s;S||(O=!1)}}else{let O={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:_t.type,
parentSchema:_t,data:e};r===null?r=[O]:r.push(O),s++}return Nr.errors=r,s===0}Nr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var Go={type:"array",minItems:1,
description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},Ee={type:"object",required:["source"],properties:{
url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{type:"boolean",description:"\
Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. It is sent with a URL of the base URL's own host, and to\
 no other."},body:{const:!0,description:"The answer to the submit is the file itself, and no JSON. Left out where there is an ID. A result behind it is where an\
 answer in JSON has the file: fakes and native APIs give that to callers that accept JSON only."},base64:{$ref:"#/$defs/pointer",description:"The file itself in\
 base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-\
binary"],description:"The media type of a file in base64."},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/p\
ath",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"W\
hat that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"\
The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["body"]},{required:["base64","contentType"]},{required:[
"content"]},{required:["query","results","message"]}],additionalProperties:!1},vn={validate:cs},Tc={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSO\
N pointers, tried in order."};function xt(e,{instancePath:t="",parentData:n,parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=xt.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){let k=!0,S=e.length;for(let O=0;O<S;O++){let x=e[O],T=s,R=s,pe=s;
if(typeof x=="string"){if(!rt.test(x)){let z={instancePath:t+"/"+O,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:x};r===null?r=[z]:r.push(z),s++}}else{let z={instancePath:t+
"/"+O,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:x};r===null?r=[z]:r.push(
z),s++}var u=R===s,h=T===s;h||(k=!1)}}else{let k={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Tc.type,
parentSchema:Tc,data:e};r===null?r=[k]:r.push(k),s++}return xt.errors=r,s===0}xt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function Es(e,{instancePath:t="",
parentData:n,parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Es.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let l=s,u=s,h=!1,k=null,S=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.url===void 0){let le={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:Ee.oneOf[0].required,parentSchema:Ee.oneOf[0],data:e};r===null?r=[le]:
r.push(le),s++}var x=S===s;x&&(h=!0,k=0);let O=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.body===void 0){let le={instancePath:t,schemaPath:"#/oneOf/1/requ\
ired",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:Ee.oneOf[1].required,parentSchema:Ee.oneOf[1],data:e};
r===null?r=[le]:r.push(le),s++}var x=O===s;if(x&&h)h=!1,k=[k,1];else{x&&(h=!0,k=1);let le=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===void 0){let L={
instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64'",schema:Ee.oneOf[2].
required,parentSchema:Ee.oneOf[2],data:e};r===null?r=[L]:r.push(L),s++}if(e.contentType===void 0){let L={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"\
required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:Ee.oneOf[2].required,parentSchema:Ee.oneOf[2],data:e};
r===null?r=[L]:r.push(L),s++}}var x=le===s;if(x&&h)h=!1,k=[k,2];else{x&&(h=!0,k=2);let L=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===void 0){let xe={
instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'content'",schema:Ee.oneOf[3].
required,parentSchema:Ee.oneOf[3],data:e};r===null?r=[xe]:r.push(xe),s++}var x=L===s;if(x&&h)h=!1,k=[k,3];else{x&&(h=!0,k=3);let xe=s;if(e&&typeof e=="object"&&
!Array.isArray(e)){if(e.query===void 0){let D={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"query"},message:"must \
have required property 'query'",schema:Ee.oneOf[4].required,parentSchema:Ee.oneOf[4],data:e};r===null?r=[D]:r.push(D),s++}if(e.results===void 0){let D={instancePath:t,
schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'results'",schema:Ee.oneOf[4].required,
parentSchema:Ee.oneOf[4],data:e};r===null?r=[D]:r.push(D),s++}if(e.message===void 0){let D={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{
missingProperty:"message"},message:"must have required property 'message'",schema:Ee.oneOf[4].required,parentSchema:Ee.oneOf[4],data:e};r===null?r=[D]:r.push(D),
s++}}var x=xe===s;x&&h?(h=!1,k=[k,4]):x&&(h=!0,k=4)}}}if(h)s=u,r!==null&&(u?r.length=u:r=null);else{let le={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",
params:{passingSchemas:k},message:"must match exactly one schema in oneOf",schema:Ee.oneOf,parentSchema:Ee,data:e};r===null?r=[le]:r.push(le),s++}if(e&&typeof e==
"object"&&!Array.isArray(e)){if(e.source===void 0){let U={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"m\
ust have required property 'source'",schema:Ee.required,parentSchema:Ee,data:e};r===null?r=[U]:r.push(U),s++}let le=s;for(let U in e)if(!kn.call(Ee.properties,U)){
let L={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:Ee,data:e};r===null?r=[L]:r.push(L),s++}if(e.url!==void 0){let U=e.url,L=s,we=s,xe=s;if(typeof U=="string"){if(!rt.test(U)){let Y={instancePath:t+
"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:se,data:U};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/url",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:U};r===null?r=[Y]:r.push(Y),s++}var T=we===s,R=L===s}if(e.list!==void 0){let U=e.list,
L=s;if(typeof U!="boolean"){let Y={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:Ee.
properties.list.type,parentSchema:Ee.properties.list,data:U};r===null?r=[Y]:r.push(Y),s++}let we=s;var R=L===s}if(e.withKey!==void 0){let U=e.withKey,L=s;if(U!==
!0){let xe={instancePath:t+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,
parentSchema:Ee.properties.withKey,data:U};r===null?r=[xe]:r.push(xe),s++}var R=L===s}if(e.body!==void 0){let U=e.body,L=s;if(U!==!0){let xe={instancePath:t+"/b\
ody",schemaPath:"#/properties/body/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:Ee.properties.body,
data:U};r===null?r=[xe]:r.push(xe),s++}var R=L===s}if(e.base64!==void 0){let U=e.base64,L=s,we=s,xe=s;if(typeof U=="string"){if(!rt.test(U)){let D={instancePath:t+
"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:se,data:U};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:U};r===null?r=[D]:r.push(D),s++}var pe=we===s,R=L===s}if(e.contentType!==void 0){
let U=e.contentType,L=s,we=Ee.properties.contentType.enum;if(!(U==="video/mp4"||U==="video/quicktime"||U==="video/webm"||U==="image/png"||U==="image/jpeg"||U===
"image/webp"||U==="image/gif"||U==="audio/mpeg"||U==="audio/wav"||U==="model/gltf-binary")){let Y={instancePath:t+"/contentType",schemaPath:"#/properties/conten\
tType/enum",keyword:"enum",params:{allowedValues:Ee.properties.contentType.enum},message:"must be equal to one of the allowed values",schema:Ee.properties.contentType.
enum,parentSchema:Ee.properties.contentType,data:U};r===null?r=[Y]:r.push(Y),s++}var R=L===s}if(e.content!==void 0){let U=e.content,L=s,we=s,xe=s;if(typeof U=="\
string"){if(!Zt.test(U)){let D={instancePath:t+"/content",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern \
"^/"',schema:"^/",parentSchema:We,data:U};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:U};r===null?r=[D]:r.push(D),s++}var z=we===s,R=L===s}if(e.query!==void 0){let U=e.query,
L=s,we=s,xe=s;if(typeof U=="string"){if(!Zt.test(U)){let D={instancePath:t+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:We,data:U};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/query",schemaPath:"#/$defs/path/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:U};r===null?r=[D]:r.push(D),s++}var K=we===s,R=L===s}if(e.results!==void 0){
let U=e.results,L=s;if(!vn.validate(U,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))r=r===null?vn.validate.
errors:r.concat(vn.validate.errors),s=r.length;else var F=vn.validate.evaluated.props,ue=vn.validate.evaluated.items;var R=L===s}if(e.message!==void 0){let U=e.
message,L=s;xt(U,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=
r.length);var R=L===s}if(e.pending!==void 0){let U=e.pending,L=s,we=s;if(U&&typeof U=="object"&&!Array.isArray(U)){if(U.status===void 0){let D={instancePath:t+"\
/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:Ee.
properties.pending.required,parentSchema:Ee.properties.pending,data:U};r===null?r=[D]:r.push(D),s++}if(U.body===void 0){let D={instancePath:t+"/pending",schemaPath:"\
#/properties/pending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:Ee.properties.pending.required,
parentSchema:Ee.properties.pending,data:U};r===null?r=[D]:r.push(D),s++}let Y=s;for(let D in U)if(!(D==="status"||D==="body")){let He={instancePath:t+"/pending",
schemaPath:"#/properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"must NOT have additional properties",
schema:!1,parentSchema:Ee.properties.pending,data:U};r===null?r=[He]:r.push(He),s++}if(U.status!==void 0){let D=U.status,He=s;if(!(typeof D=="number"&&!(D%1)&&!isNaN(
D))){let Pt={instancePath:t+"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be i\
nteger",schema:Ee.properties.pending.properties.status.type,parentSchema:Ee.properties.pending.properties.status,data:D};r===null?r=[Pt]:r.push(Pt),s++}let ht=s;
var j=He===s}}else{let Y={instancePath:t+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Ee.
properties.pending.type,parentSchema:Ee.properties.pending,data:U};r===null?r=[Y]:r.push(Y),s++}var R=L===s}if(e.source!==void 0){let U=e.source,L=s,we=s,xe=s;if(typeof U==
"string"){if(ae(U)<1){let D={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer th\
an 1 characters",schema:1,parentSchema:re,data:U};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:U};r===null?r=[D]:r.push(D),s++}var fe=we===s,R=L===s}}else{let le={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Ee.type,parentSchema:Ee,data:e};r===null?r=[le]:r.push(le),s++}return Es.
errors=r,s===0}Es.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function cs(e,{instancePath:t="",parentData:n,parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=cs.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let S={instancePath:t,
schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Go,data:e};r===null?r=[S]:r.push(S),
s++}let h=!0,k=e.length;for(let S=0;S<k;S++){let O=e[S],x=s;Es(O,{instancePath:t+"/"+S,parentData:e,parentDataProperty:S,rootData:o,dynamicAnchors:i})||(r=r===null?
Es.errors:r.concat(Es.errors),s=r.length);var u=x===s;u||(h=!1)}}else{let h={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"mu\
st be array",schema:Go.type,parentSchema:Go,data:e};r===null?r=[h]:r.push(h),s++}return cs.errors=r,s===0}cs.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function Lt(e,{instancePath:t="",parentData:n,parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Lt.evaluated;p.dynamicProps&&(p.props=
void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.submit===void 0){let b={instancePath:t,schemaPath:"#/required",
keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(
b),s++}if(e.rows===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property\
 'rows'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}if(e.results===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"req\
uired",params:{missingProperty:"results"},message:"must have required property 'results'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}
if(e.message===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property \
'message'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}if(e.code===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"requ\
ired",params:{missingProperty:"code"},message:"must have required property 'code'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}let Cr=s;
for(let b in e)if(!kn.call(y.properties,b)){let $e={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},
message:"must NOT have additional properties",schema:!1,parentSchema:y,data:e};r===null?r=[$e]:r.push($e),s++}if(e.$comment!==void 0){let b=e.$comment,$e=s,gt=s,
Bt=s;if(typeof b=="string"){if(ae(b)<1){let me={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:Rr,data:b};r===null?r=[me]:r.push(me),s++}}else{let me={instancePath:t+"/$comment",schemaPath:"#/$d\
efs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Rr.type,parentSchema:Rr,data:b};r===null?r=[me]:r.push(me),s++}var u=gt===
s,h=$e===s}if(e.submit!==void 0){let b=e.submit,$e=s,gt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.method===void 0){let f={instancePath:t+"/submit",schemaPath:"\
#/properties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:y.properties.submit.required,
parentSchema:y.properties.submit,data:b};r===null?r=[f]:r.push(f),s++}if(b.path===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.submit.required,parentSchema:y.properties.
submit,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.submit.required,parentSchema:y.properties.submit,data:b};r===null?r=
[f]:r.push(f),s++}let me=s;for(let f in b)if(!(f==="method"||f==="path"||f==="paths"||f==="headers"||f==="encoding"||f==="status"||f==="source")){let P={instancePath:t+
"/submit",schemaPath:"#/properties/submit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional p\
roperties",schema:!1,parentSchema:y.properties.submit,data:b};r===null?r=[P]:r.push(P),s++}if(b.method!==void 0){let f=b.method,P=s,E=y.properties.submit.properties.
method.enum;if(!(f==="POST"||f==="PUT")){let Ve={instancePath:t+"/submit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{
allowedValues:y.properties.submit.properties.method.enum},message:"must be equal to one of the allowed values",schema:y.properties.submit.properties.method.enum,
parentSchema:y.properties.submit.properties.method,data:f};r===null?r=[Ve]:r.push(Ve),s++}var k=P===s}if(b.path!==void 0){let f=b.path,P=s,E=s,Ve=s;if(typeof f==
"string"){if(!Zt.test(f)){let _={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pat\
tern "^/"',schema:"^/",parentSchema:We,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:f};r===null?r=[_]:r.push(_),s++}var S=E===s,k=P===s}if(b.paths!==void 0){
let f=b.paths,P=s;Ar(f,{instancePath:t+"/submit/paths",parentData:b,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(r=r===null?Ar.errors:r.concat(Ar.
errors),s=r.length);var k=P===s}if(b.headers!==void 0){let f=b.headers,P=s,E=s;if(f&&typeof f=="object"&&!Array.isArray(f)){let Z=s;for(let _ in f){let q=f[_],ie=s,
ke=s;if(typeof q=="string"){if(!Ac.test(q)){let ve={instancePath:t+"/submit/headers/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/p\
roperties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\
\\x20-\\x7e]*$",parentSchema:y.properties.submit.properties.headers.additionalProperties,data:q};r===null?r=[ve]:r.push(ve),s++}}else{let ve={instancePath:t+"/s\
ubmit/headers/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:y.properties.submit.properties.headers.additionalProperties.type,parentSchema:y.properties.submit.properties.headers.additionalProperties,
data:q};r===null?r=[ve]:r.push(ve),s++}var O=ie===s}}else{let Z={instancePath:t+"/submit/headers",schemaPath:"#/properties/submit/properties/headers/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:y.properties.submit.properties.headers.type,parentSchema:y.properties.submit.properties.headers,data:f};
r===null?r=[Z]:r.push(Z),s++}var k=P===s}if(b.encoding!==void 0){let f=b.encoding,P=s,E=y.properties.submit.properties.encoding.enum;if(!(f==="json"||f==="form")){
let Z={instancePath:t+"/submit/encoding",schemaPath:"#/properties/submit/properties/encoding/enum",keyword:"enum",params:{allowedValues:y.properties.submit.properties.
encoding.enum},message:"must be equal to one of the allowed values",schema:y.properties.submit.properties.encoding.enum,parentSchema:y.properties.submit.properties.
encoding,data:f};r===null?r=[Z]:r.push(Z),s++}var k=P===s}if(b.status!==void 0){let f=b.status,P=s;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f))){let Z={instancePath:t+
"/submit/status",schemaPath:"#/properties/submit/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:y.properties.submit.
properties.status.type,parentSchema:y.properties.submit.properties.status,data:f};r===null?r=[Z]:r.push(Z),s++}let E=s;if(typeof f=="number"){if(f>299||isNaN(f)){
let Z={instancePath:t+"/submit/status",schemaPath:"#/properties/submit/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:299},message:"\
must be <= 299",schema:299,parentSchema:y.properties.submit.properties.status,data:f};r===null?r=[Z]:r.push(Z),s++}if(f<200||isNaN(f)){let Z={instancePath:t+"/s\
ubmit/status",schemaPath:"#/properties/submit/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,
parentSchema:y.properties.submit.properties.status,data:f};r===null?r=[Z]:r.push(Z),s++}}var k=P===s}if(b.source!==void 0){let f=b.source,P=s,E=s,Ve=s;if(typeof f==
"string"){if(ae(f)<1){let _={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var x=E===s,k=P===s}}else{
let me={instancePath:t+"/submit",schemaPath:"#/properties/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.submit.
type,parentSchema:y.properties.submit,data:b};r===null?r=[me]:r.push(me),s++}var h=$e===s}if(e.rows!==void 0){let b=e.rows,$e=s,gt=s;if(Array.isArray(b)){if(b.length<
1){let P={instancePath:t+"/rows",schemaPath:"#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:y.properties.rows,data:b};r===null?r=[P]:r.push(P),s++}let me=!0,f=b.length;for(let P=0;P<f;P++){let E=b[P],Ve=s;Rs(E,{instancePath:t+"/rows/"+P,parentData:b,
parentDataProperty:P,rootData:o,dynamicAnchors:i})||(r=r===null?Rs.errors:r.concat(Rs.errors),s=r.length);var T=Ve===s;T||(me=!1)}}else{let me={instancePath:t+"\
/rows",schemaPath:"#/properties/rows/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.rows.type,parentSchema:y.properties.
rows,data:b};r===null?r=[me]:r.push(me),s++}var h=$e===s}if(e.drops!==void 0){let b=e.drops,$e=s,gt=s;if(Array.isArray(b)){let me=!0,f=b.length;for(let P=0;P<f;P++){
let E=b[P],Ve=s,Z=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.parameter===void 0){let q={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drops/items\
/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:y.properties.drops.items.required,parentSchema:y.
properties.drops.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.reason===void 0){let q={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drops/items/require\
d",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:y.properties.drops.items.required,parentSchema:y.properties.
drops.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.source===void 0){let q={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drops/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.drops.items.required,parentSchema:y.properties.drops.
items,data:E};r===null?r=[q]:r.push(q),s++}let _=s;for(let q in E)if(!(q==="parameter"||q==="values"||q==="when"||q==="reason"||q==="source")){let ie={instancePath:t+
"/drops/"+P,schemaPath:"#/properties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:y.properties.drops.items,data:E};r===null?r=[ie]:r.push(ie),s++}if(E.parameter!==void 0){let q=E.parameter,ie=s;if(typeof q!=
"string"){let ve={instancePath:t+"/drops/"+P+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:y.properties.drops.items.properties.parameter.type,parentSchema:y.properties.drops.items.properties.parameter,data:q};r===null?r=
[ve]:r.push(ve),s++}let ke=s;var R=ie===s}if(E.values!==void 0){let q=E.values,ie=s,ke=s;if(Array.isArray(q)){if(q.length<1){let ee={instancePath:t+"/drops/"+P+
"/values",schemaPath:"#/properties/drops/items/properties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:y.properties.drops.items.properties.values,data:q};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/drops/"+P+"/values",schemaPath:"#/\
properties/drops/items/properties/values/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.drops.items.properties.values.type,
parentSchema:y.properties.drops.items.properties.values,data:q};r===null?r=[ee]:r.push(ee),s++}var R=ie===s}if(E.when!==void 0){let q=E.when,ie=s;Qt(q,{instancePath:t+
"/drops/"+P+"/when",parentData:E,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Qt.errors:r.concat(Qt.errors),s=r.length);var R=ie===s}if(E.
reason!==void 0){let q=E.reason,ie=s,ke=s;if(typeof q=="string"){if(ae(q)<1){let ee={instancePath:t+"/drops/"+P+"/reason",schemaPath:"#/properties/drops/items/p\
roperties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.drops.items.
properties.reason,data:q};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/drops/"+P+"/reason",schemaPath:"#/properties/drops/items/properties/reas\
on/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.drops.items.properties.reason.type,parentSchema:y.properties.drops.items.
properties.reason,data:q};r===null?r=[ee]:r.push(ee),s++}var R=ie===s}if(E.source!==void 0){let q=E.source,ie=s,ke=s,ve=s;if(typeof q=="string"){if(ae(q)<1){let G={
instancePath:t+"/drops/"+P+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:re,data:q};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/drops/"+P+"/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:q};r===null?r=[G]:r.push(G),s++}var pe=ke===s,R=ie===s}}else{let _={instancePath:t+
"/drops/"+P,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.drops.items.type,parentSchema:y.
properties.drops.items,data:E};r===null?r=[_]:r.push(_),s++}var z=Ve===s;z||(me=!1)}}else{let me={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:y.properties.drops.type,parentSchema:y.properties.drops,data:b};r===null?r=[me]:r.push(me),s++}var h=$e===
s}if(e.needs!==void 0){let b=e.needs,$e=s,gt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){let me=s;for(let f in b){let P=b[f],E=s,Ve=s;if(P&&typeof P=="object"&&
!Array.isArray(P)){if(P.reason===void 0){let _={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalPrope\
rties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:y.properties.needs.additionalProperties.
required,parentSchema:y.properties.needs.additionalProperties,data:P};r===null?r=[_]:r.push(_),s++}if(P.source===void 0){let _={instancePath:t+"/needs/"+f.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must \
have required property 'source'",schema:y.properties.needs.additionalProperties.required,parentSchema:y.properties.needs.additionalProperties,data:P};r===null?r=
[_]:r.push(_),s++}let Z=s;for(let _ in P)if(!(_==="reason"||_==="source")){let q={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/needs/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:y.properties.needs.additionalProperties,data:P};r===null?r=[q]:r.push(q),s++}if(P.reason!==void 0){let _=P.reason,q=s,ie=s;if(typeof _==
"string"){if(ae(_)<1){let ke={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/pr\
operties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.needs.additionalProperties.
properties.reason,data:_};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#\
/properties/needs/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.needs.additionalProperties.
properties.reason.type,parentSchema:y.properties.needs.additionalProperties.properties.reason,data:_};r===null?r=[ke]:r.push(ke),s++}var K=q===s}if(P.source!==void 0){
let _=P.source,q=s,ie=s,ke=s;if(typeof _=="string"){if(ae(_)<1){let ee={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:_};r===null?r=[ee]:
r.push(ee),s++}}else{let ee={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}var F=ie===s,K=q===s}}else{let Z={instancePath:t+"\
/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must \
be object",schema:y.properties.needs.additionalProperties.type,parentSchema:y.properties.needs.additionalProperties,data:P};r===null?r=[Z]:r.push(Z),s++}var ue=E===
s}}else{let me={instancePath:t+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.
needs.type,parentSchema:y.properties.needs,data:b};r===null?r=[me]:r.push(me),s++}var h=$e===s}if(e.lacks!==void 0){let b=e.lacks,$e=s,gt=s;if(b&&typeof b=="obj\
ect"&&!Array.isArray(b)){let me=s;for(let f in b){let P=b[f],E=s,Ve=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.reason===void 0){let _={instancePath:t+"\
/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"reas\
on"},message:"must have required property 'reason'",schema:y.properties.lacks.additionalProperties.required,parentSchema:y.properties.lacks.additionalProperties,
data:P};r===null?r=[_]:r.push(_),s++}if(P.source===void 0){let _={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lac\
ks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.lacks.
additionalProperties.required,parentSchema:y.properties.lacks.additionalProperties,data:P};r===null?r=[_]:r.push(_),s++}let Z=s;for(let _ in P)if(!(_==="reason"||
_==="source")){let q={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.lacks.additionalProperties,
data:P};r===null?r=[q]:r.push(q),s++}if(P.reason!==void 0){let _=P.reason,q=s,ie=s;if(typeof _=="string"){if(ae(_)<1){let ke={instancePath:t+"/lacks/"+f.replace(
/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.lacks.additionalProperties.properties.reason,data:_};r===null?r=[ke]:r.push(ke),s++}}else{
let ke={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.lacks.additionalProperties.properties.reason.type,parentSchema:y.properties.lacks.
additionalProperties.properties.reason,data:_};r===null?r=[ke]:r.push(ke),s++}var j=q===s}if(P.source!==void 0){let _=P.source,q=s,ie=s,ke=s;if(typeof _=="strin\
g"){if(ae(_)<1){let ee={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/lacks/"+
f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,
parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}var fe=ie===s,j=q===s}}else{let Z={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.lacks.additionalProperties.type,
parentSchema:y.properties.lacks.additionalProperties,data:P};r===null?r=[Z]:r.push(Z),s++}var le=E===s}}else{let me={instancePath:t+"/lacks",schemaPath:"#/prope\
rties/lacks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.lacks.type,parentSchema:y.properties.lacks,data:b};r===null?
r=[me]:r.push(me),s++}var h=$e===s}if(e.id!==void 0){let b=e.id,$e=s,gt=s,Bt=s;if(typeof b=="string"){if(!rt.test(b)){let f={instancePath:t+"/id",schemaPath:"#/\
$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+\
$",parentSchema:se,data:b};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:se.type,parentSchema:se,data:b};r===null?r=[f]:r.push(f),s++}var U=gt===s,h=$e===s}if(e.idForm!==void 0){let b=e.idForm,$e=s,gt=s;
if(typeof b=="string"){if(!Yh.test(b)){let me={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/pattern",keyword:"pattern",params:{pattern:"^(?!/)[^{}]*\
(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:y.
properties.idForm,data:b};r===null?r=[me]:r.push(me),s++}}else{let me={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:y.properties.idForm.type,parentSchema:y.properties.idForm,data:b};r===null?r=[me]:r.push(me),s++}var h=$e===s}if(e.queryId!==
void 0){let b=e.queryId,$e=s,gt=s,Bt=s;if(typeof b=="string"){if(!rt.test(b)){let f={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pat\
tern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:b};r===null?
r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:b};r===null?r=[f]:r.push(f),s++}var L=gt===s,h=$e===s}if(e.query!==void 0){let b=e.query,$e=s,gt=s;if(b&&typeof b=="object"&&!Array.isArray(
b)){if(b.method===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"method"},message:"\
must have required property 'method'",schema:y.properties.query.required,parentSchema:y.properties.query,data:b};r===null?r=[P]:r.push(P),s++}if(b.path===void 0){
let P={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:y.properties.query.required,parentSchema:y.properties.query,data:b};r===null?r=[P]:r.push(P),s++}if(b.source===void 0){let P={instancePath:t+"/qu\
ery",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.
query.required,parentSchema:y.properties.query,data:b};r===null?r=[P]:r.push(P),s++}let me=s;for(let P in b)if(!(P==="method"||P==="path"||P==="paths"||P==="at"||
P==="hosts"||P==="body"||P==="source")){let E={instancePath:t+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.query,data:b};r===null?r=[E]:r.push(E),s++}if(b.method!==
void 0){let P=b.method,E=s,Ve=y.properties.query.properties.method.enum;if(!(P==="GET"||P==="POST"||P==="PUT"||P==="DELETE")){let Z={instancePath:t+"/query/meth\
od",schemaPath:"#/properties/query/properties/method/enum",keyword:"enum",params:{allowedValues:y.properties.query.properties.method.enum},message:"must be equa\
l to one of the allowed values",schema:y.properties.query.properties.method.enum,parentSchema:y.properties.query.properties.method,data:P};r===null?r=[Z]:r.push(
Z),s++}var we=E===s}if(b.path!==void 0){let P=b.path,E=s,Ve=s,Z=s;if(typeof P=="string"){if(!Zt.test(P)){let q={instancePath:t+"/query/path",schemaPath:"#/$defs\
/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:P};r===null?r=[q]:r.push(q),s++}}else{
let q={instancePath:t+"/query/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:P};r===null?r=[q]:r.push(q),s++}var xe=Ve===s,we=E===s}if(b.paths!==void 0){let P=b.paths,E=s;Ar(P,{instancePath:t+"/query/paths",parentData:b,parentDataProperty:"\
paths",rootData:o,dynamicAnchors:i})||(r=r===null?Ar.errors:r.concat(Ar.errors),s=r.length);var we=E===s}if(b.at!==void 0){let P=b.at,E=s,Ve=s,Z=s;if(typeof P==
"string"){if(!rt.test(P)){let q={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:P};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/quer\
y/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:P};r===null?r=[q]:r.push(
q),s++}var Y=Ve===s,we=E===s}if(b.hosts!==void 0){let P=b.hosts,E=s,Ve=s;if(Array.isArray(P)){if(P.length<1){let ie={instancePath:t+"/query/hosts",schemaPath:"#\
/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:y.properties.query.
properties.hosts,data:P};r===null?r=[ie]:r.push(ie),s++}let _=!0,q=P.length;for(let ie=0;ie<q;ie++){let ke=P[ie],ve=s,ee=s;if(typeof ke=="string"){if(!ey.test(ke)){
let G={instancePath:t+"/query/hosts/"+ie,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"pattern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.\
[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:y.properties.query.
properties.hosts.items,data:ke};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/query/hosts/"+ie,schemaPath:"#/properties/query/properties/hosts/item\
s/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.query.properties.hosts.items.type,parentSchema:y.properties.query.properties.
hosts.items,data:ke};r===null?r=[G]:r.push(G),s++}var D=ve===s;D||(_=!1)}}else{let _={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/ho\
sts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.query.properties.hosts.type,parentSchema:y.properties.query.properties.
hosts,data:P};r===null?r=[_]:r.push(_),s++}var we=E===s}if(b.body!==void 0){let P=b.body,E=s;Nr(P,{instancePath:t+"/query/body",parentData:b,parentDataProperty:"\
body",rootData:o,dynamicAnchors:i})||(r=r===null?Nr.errors:r.concat(Nr.errors),s=r.length);var we=E===s}if(b.source!==void 0){let P=b.source,E=s,Ve=s,Z=s;if(typeof P==
"string"){if(ae(P)<1){let q={instancePath:t+"/query/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fe\
wer than 1 characters",schema:1,parentSchema:re,data:P};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:P};r===null?r=[q]:r.push(q),s++}var He=Ve===s,we=E===s}let f;
if(b.at!==void 0&&b.hosts===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"\
at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when property at is present",schema:y.properties.query.dependentRequired,
parentSchema:y.properties.query,data:b};r===null?r=[P]:r.push(P),s++}if(b.hosts!==void 0&&b.at===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties\
/query/dependentRequired",keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,deps:"at"},message:"must have property at when p\
roperty hosts is present",schema:y.properties.query.dependentRequired,parentSchema:y.properties.query,data:b};r===null?r=[P]:r.push(P),s++}}else{let me={instancePath:t+
"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.query.type,parentSchema:y.properties.
query,data:b};r===null?r=[me]:r.push(me),s++}var h=$e===s}if(e.list!==void 0){let b=e.list,$e=s,gt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.path===void 0){
let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'p\
ath'",schema:y.properties.list.required,parentSchema:y.properties.list,data:b};r===null?r=[f]:r.push(f),s++}if(b.filter===void 0){let f={instancePath:t+"/list",
schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"filter"},message:"must have required property 'filter'",schema:y.properties.
list.required,parentSchema:y.properties.list,data:b};r===null?r=[f]:r.push(f),s++}if(b.limit===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/li\
st/required",keyword:"required",params:{missingProperty:"limit"},message:"must have required property 'limit'",schema:y.properties.list.required,parentSchema:y.
properties.list,data:b};r===null?r=[f]:r.push(f),s++}if(b.items===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"require\
d",params:{missingProperty:"items"},message:"must have required property 'items'",schema:y.properties.list.required,parentSchema:y.properties.list,data:b};r===null?
r=[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"sour\
ce"},message:"must have required property 'source'",schema:y.properties.list.required,parentSchema:y.properties.list,data:b};r===null?r=[f]:r.push(f),s++}let me=s;
for(let f in b)if(!(f==="path"||f==="filter"||f==="limit"||f==="items"||f==="within"||f==="source")){let P={instancePath:t+"/list",schemaPath:"#/properties/list\
/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.
list,data:b};r===null?r=[P]:r.push(P),s++}if(b.path!==void 0){let f=b.path,P=s,E=s,Ve=s;if(typeof f=="string"){if(!Zt.test(f)){let Z={instancePath:t+"/list/path",
schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:f};r===null?r=[Z]:r.
push(Z),s++}}else{let Z={instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,
parentSchema:We,data:f};r===null?r=[Z]:r.push(Z),s++}var ht=E===s,Pt=P===s}if(b.filter!==void 0){let f=b.filter,P=s,E=s;if(typeof f=="string"){if(ae(f)<1){let Z={
instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than \
1 characters",schema:1,parentSchema:y.properties.list.properties.filter,data:f};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/list/filter",schemaPath:"\
#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.list.properties.filter.type,parentSchema:y.
properties.list.properties.filter,data:f};r===null?r=[Z]:r.push(Z),s++}var Pt=P===s}if(b.limit!==void 0){let f=b.limit,P=s;if(!(typeof f=="number"&&!(f%1)&&!isNaN(
f))){let Z={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:y.
properties.list.properties.limit.type,parentSchema:y.properties.list.properties.limit,data:f};r===null?r=[Z]:r.push(Z),s++}let E=s;if(typeof f=="number"){if(f>500||
isNaN(f)){let Z={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"maximum",params:{comparison:"<=",limit:500},message:"\
must be <= 500",schema:500,parentSchema:y.properties.list.properties.limit,data:f};r===null?r=[Z]:r.push(Z),s++}if(f<2||isNaN(f)){let Z={instancePath:t+"/list/l\
imit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:y.
properties.list.properties.limit,data:f};r===null?r=[Z]:r.push(Z),s++}}var Pt=P===s}if(b.items!==void 0){let f=b.items,P=s,E=s,Ve=s;if(typeof f=="string"){if(!rt.
test(f)){let _={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match \
pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/list/items",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[_]:r.push(_),s++}var at=E===
s,Pt=P===s}if(b.within!==void 0){let f=b.within,P=s,E=s,Ve=s;if(typeof f=="string"){if(!rt.test(f)){let _={instancePath:t+"/list/within",schemaPath:"#/$defs/poi\
nter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,
data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[_]:r.push(_),s++}var dt=E===s,Pt=P===s}if(b.source!==void 0){let f=b.source,P=s,E=s,Ve=s;if(typeof f==
"string"){if(ae(f)<1){let _={instancePath:t+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have few\
er than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/list/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var Xe=E===s,Pt=P===s}}else{let me={
instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.list.type,parentSchema:y.
properties.list,data:b};r===null?r=[me]:r.push(me),s++}var h=$e===s}if(e.cancel!==void 0){let b=e.cancel,$e=s,gt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){
if(b.method===void 0){let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"mu\
st have required property 'method'",schema:y.properties.cancel.required,parentSchema:y.properties.cancel,data:b};r===null?r=[f]:r.push(f),s++}if(b.path===void 0){
let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"path"},message:"must have required propert\
y 'path'",schema:y.properties.cancel.required,parentSchema:y.properties.cancel,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+
"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.
properties.cancel.required,parentSchema:y.properties.cancel,data:b};r===null?r=[f]:r.push(f),s++}let me=s;for(let f in b)if(!(f==="method"||f==="path"||f==="bod\
y"||f==="from"||f==="proves"||f==="source")){let P={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel,data:b};r===null?r=[P]:r.push(P),s++}if(b.
method!==void 0){let f=b.method,P=s,E=y.properties.cancel.properties.method.enum;if(!(f==="GET"||f==="POST"||f==="PUT"||f==="DELETE")){let Ve={instancePath:t+"/\
cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:y.properties.cancel.properties.method.enum},message:"\
must be equal to one of the allowed values",schema:y.properties.cancel.properties.method.enum,parentSchema:y.properties.cancel.properties.method,data:f};r===null?
r=[Ve]:r.push(Ve),s++}var tt=P===s}if(b.path!==void 0){let f=b.path,P=s,E=s,Ve=s;if(typeof f=="string"){if(!Zt.test(f)){let _={instancePath:t+"/cancel/path",schemaPath:"\
#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:f};r===null?r=[_]:r.push(_),s++}}else{
let _={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:f};r===null?r=[_]:r.push(_),s++}var Jr=E===s,tt=P===s}if(b.body!==void 0){let f=b.body,P=s;Nr(f,{instancePath:t+"/cancel/body",parentData:b,parentDataProperty:"\
body",rootData:o,dynamicAnchors:i})||(r=r===null?Nr.errors:r.concat(Nr.errors),s=r.length);var tt=P===s}if(b.from!==void 0){let f=b.from,P=s,E=s;if(f&&typeof f==
"object"&&!Array.isArray(f)){if(f.words===void 0){let _={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"requir\
ed",params:{missingProperty:"words"},message:"must have required property 'words'",schema:y.properties.cancel.properties.from.required,parentSchema:y.properties.
cancel.properties.from,data:f};r===null?r=[_]:r.push(_),s++}if(f.source===void 0){let _={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/propertie\
s/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.cancel.properties.from.
required,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[_]:r.push(_),s++}let Z=s;for(let _ in f)if(!(_==="words"||_==="source")){let q={instancePath:t+
"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must \
NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[q]:r.push(q),s++}if(f.words!==void 0){let _=f.words,
q=s,ie=s,ke=s;if(Array.isArray(_)){if(_.length<1){let Qe={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:wt,data:_};r===null?r=[Qe]:r.push(Qe),s++}let ve=!0,ee=_.length;for(let Qe=0;Qe<ee;Qe++){let Ne=_[Qe],
he=s,_e=s;if(typeof Ne=="string"){if(ae(Ne)<1){let It={instancePath:t+"/cancel/from/words/"+Qe,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:wt.items,data:Ne};r===null?r=[It]:r.push(It),s++}}else{let It={instancePath:t+"/c\
ancel/from/words/"+Qe,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:wt.items.type,parentSchema:wt.
items,data:Ne};r===null?r=[It]:r.push(It),s++}var Dr=he===s;Dr||(ve=!1)}let G,De=_.length,ot;if(G=!0,De>1){let Qe={};for(;De--;){let Ne=_[De];if(typeof Ne=="str\
ing"){if(typeof Qe[Ne]=="number"){ot=Qe[Ne];let he={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:De,
j:ot},message:"must NOT have duplicate items (items ## "+ot+" and "+De+" are identical)",schema:!0,parentSchema:wt,data:_};r===null?r=[he]:r.push(he),s++,G=!1;break}
Qe[Ne]=De}}}}else{let ve={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wt.
type,parentSchema:wt,data:_};r===null?r=[ve]:r.push(ve),s++}var jt=ie===s,Jo=q===s}if(f.source!==void 0){let _=f.source,q=s,ie=s,ke=s;if(typeof _=="string"){if(ae(
_)<1){let ee={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than \
1 characters",schema:1,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}var yc=ie===s,Jo=q===s}}else{
let Z={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.
properties.cancel.properties.from.type,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[Z]:r.push(Z),s++}var tt=P===s}if(b.proves!==void 0){
let f=b.proves,P=s,E=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(f).length<2){let _={instancePath:t+"/cancel/proves",schemaPath:"#/properties/\
cancel/properties/proves/minProperties",keyword:"minProperties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:y.properties.
cancel.properties.proves,data:f};r===null?r=[_]:r.push(_),s++}if(f.source===void 0){let _={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/prope\
rties/proves/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.cancel.properties.
proves.required,parentSchema:y.properties.cancel.properties.proves,data:f};r===null?r=[_]:r.push(_),s++}let Z=s;for(let _ in f)if(!(_==="answer"||_==="query"||_===
"source")){let q={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.proves,data:f};r===null?r=[q]:r.push(q),
s++}if(f.answer!==void 0){let _=f.answer,q=s,ie=s;if(_&&typeof _=="object"&&!Array.isArray(_)){if(_.at===void 0){let ve={instancePath:t+"/cancel/proves/answer",
schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"at"},message:"must have required prope\
rty 'at'",schema:y.properties.cancel.properties.proves.properties.answer.required,parentSchema:y.properties.cancel.properties.proves.properties.answer,data:_};r===
null?r=[ve]:r.push(ve),s++}if(_.words===void 0){let ve={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answ\
er/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:y.properties.cancel.properties.proves.properties.
answer.required,parentSchema:y.properties.cancel.properties.proves.properties.answer,data:_};r===null?r=[ve]:r.push(ve),s++}let ke=s;for(let ve in _)if(!(ve==="\
at"||ve==="words")){let ee={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:ve},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.proves.
properties.answer,data:_};r===null?r=[ee]:r.push(ee),s++}if(_.at!==void 0){let ve=_.at,ee=s,G=s,De=s;if(typeof ve=="string"){if(!rt.test(ve)){let ot={instancePath:t+
"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]\
|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:ve};r===null?r=[ot]:r.push(ot),s++}}else{let ot={instancePath:t+"/cancel/proves/answer/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:ve};r===null?r=[ot]:r.push(ot),s++}var gc=G===
s,bc=ee===s}if(_.words!==void 0){let ve=_.words,ee=s,G=s,De=s;if(Array.isArray(ve)){if(ve.length<1){let yt={instancePath:t+"/cancel/proves/answer/words",schemaPath:"\
#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:wt,data:ve};r===null?r=[yt]:r.push(
yt),s++}let Qe=!0,Ne=ve.length;for(let yt=0;yt<Ne;yt++){let $t=ve[yt],Kt=s,Wr=s;if(typeof $t=="string"){if(ae($t)<1){let Kr={instancePath:t+"/cancel/proves/answ\
er/words/"+yt,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:wt.
items,data:$t};r===null?r=[Kr]:r.push(Kr),s++}}else{let Kr={instancePath:t+"/cancel/proves/answer/words/"+yt,schemaPath:"#/$defs/words/items/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:wt.items.type,parentSchema:wt.items,data:$t};r===null?r=[Kr]:r.push(Kr),s++}var js=Kt===s;js||(Qe=!1)}let he,
_e=ve.length,It;if(he=!0,_e>1){let yt={};for(;_e--;){let $t=ve[_e];if(typeof $t=="string"){if(typeof yt[$t]=="number"){It=yt[$t];let Kt={instancePath:t+"/cancel\
/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:_e,j:It},message:"must NOT have duplicate items (items ## "+It+" an\
d "+_e+" are identical)",schema:!0,parentSchema:wt,data:ve};r===null?r=[Kt]:r.push(Kt),s++,he=!1;break}yt[$t]=_e}}}}else{let Qe={instancePath:t+"/cancel/proves/\
answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wt.type,parentSchema:wt,data:ve};r===null?r=[Qe]:
r.push(Qe),s++}var jh=G===s,bc=ee===s}}else{let ke={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.properties.proves.properties.answer.type,parentSchema:y.properties.
cancel.properties.proves.properties.answer,data:_};r===null?r=[ke]:r.push(ke),s++}var xr=q===s}if(f.query!==void 0){let _=f.query,q=s,ie=s,ke=s;if(Array.isArray(
_)){if(_.length<1){let Ne={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have \
fewer than 1 items",schema:1,parentSchema:wt,data:_};r===null?r=[Ne]:r.push(Ne),s++}let ee=!0,G=_.length;for(let Ne=0;Ne<G;Ne++){let he=_[Ne],_e=s,It=s;if(typeof he==
"string"){if(ae(he)<1){let yt={instancePath:t+"/cancel/proves/query/"+Ne,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:wt.items,data:he};r===null?r=[yt]:r.push(yt),s++}}else{let yt={instancePath:t+"/cancel/proves/query\
/"+Ne,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:wt.items.type,parentSchema:wt.items,data:he};r===
null?r=[yt]:r.push(yt),s++}var wc=_e===s;wc||(ee=!1)}let De,ot=_.length,Qe;if(De=!0,ot>1){let Ne={};for(;ot--;){let he=_[ot];if(typeof he=="string"){if(typeof Ne[he]==
"number"){Qe=Ne[he];let _e={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:ot,j:Qe},message:"must \
NOT have duplicate items (items ## "+Qe+" and "+ot+" are identical)",schema:!0,parentSchema:wt,data:_};r===null?r=[_e]:r.push(_e),s++,De=!1;break}Ne[he]=ot}}}}else{
let ee={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wt.type,parentSchema:wt,
data:_};r===null?r=[ee]:r.push(ee),s++}var Th=ie===s,xr=q===s}if(f.source!==void 0){let _=f.source,q=s,ie=s,ke=s;if(typeof _=="string"){if(ae(_)<1){let ee={instancePath:t+
"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:_};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}var vc=ie===s,xr=q===s}}else{let Z={instancePath:t+"/cancel/prove\
s",schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.properties.
proves.type,parentSchema:y.properties.cancel.properties.proves,data:f};r===null?r=[Z]:r.push(Z),s++}var tt=P===s}if(b.source!==void 0){let f=b.source,P=s,E=s,Ve=s;
if(typeof f=="string"){if(ae(f)<1){let _={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/cancel/source",schemaPath:"#/$d\
efs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var qr=E===s,
tt=P===s}}else{let me={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.
cancel.type,parentSchema:y.properties.cancel,data:b};r===null?r=[me]:r.push(me),s++}var h=$e===s}if(e.status!==void 0){let b=e.status,$e=s,gt=s;if(b&&typeof b==
"object"&&!Array.isArray(b)){if(b.at===void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:y.properties.status.required,parentSchema:y.properties.status,data:b};r===null?r=[f]:r.push(f),s++}if(b.states===
void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have requir\
ed property 'states'",schema:y.properties.status.required,parentSchema:y.properties.status,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+
"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.
properties.status.required,parentSchema:y.properties.status,data:b};r===null?r=[f]:r.push(f),s++}let me=s;for(let f in b)if(!(f==="at"||f==="states"||f==="as"||
f==="absent"||f==="cases"||f==="source")){let P={instancePath:t+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.status,data:b};r===null?r=[P]:r.push(P),s++}if(b.at!==void 0){
let f=b.at,P=s,E=s,Ve=s;if(typeof f=="string"){if(!rt.test(f)){let Z={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[Z]:r.push(
Z),s++}}else{let Z={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,
parentSchema:se,data:f};r===null?r=[Z]:r.push(Z),s++}var Ah=E===s,Ts=P===s}if(b.states!==void 0){let f=b.states,P=s,E=s;if(f&&typeof f=="object"&&!Array.isArray(
f)){if(Object.keys(f).length<1){let _={instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",
params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:y.properties.status.properties.states,data:f};r===null?r=[_]:r.push(_),s++}
let Z=s;for(let _ in f){let q=f[_],ie=s,ke=s,ve=Gt.enum;if(!(q==="queued"||q==="processing"||q==="completed"||q==="failed"||q==="expired"||q==="cancelled"||q===
"unknown")){let ee={instancePath:t+"/status/states/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Gt.
enum},message:"must be equal to one of the allowed values",schema:Gt.enum,parentSchema:Gt,data:q};r===null?r=[ee]:r.push(ee),s++}var Nh=ke===s,fn=ie===s}}else{let Z={
instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.
properties.status.properties.states.type,parentSchema:y.properties.status.properties.states,data:f};r===null?r=[Z]:r.push(Z),s++}var Ts=P===s}if(b.as!==void 0){
let f=b.as,P=s,E=y.properties.status.properties.as.enum;if(!(f==="number"||f==="boolean")){let Z={instancePath:t+"/status/as",schemaPath:"#/properties/status/pr\
operties/as/enum",keyword:"enum",params:{allowedValues:y.properties.status.properties.as.enum},message:"must be equal to one of the allowed values",schema:y.properties.
status.properties.as.enum,parentSchema:y.properties.status.properties.as,data:f};r===null?r=[Z]:r.push(Z),s++}var Ts=P===s}if(b.absent!==void 0){let f=b.absent,
P=s,E=s,Ve=Gt.enum;if(!(f==="queued"||f==="processing"||f==="completed"||f==="failed"||f==="expired"||f==="cancelled"||f==="unknown")){let _={instancePath:t+"/s\
tatus/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Gt.enum},message:"must be equal to one of the allowed values",schema:Gt.enum,
parentSchema:Gt,data:f};r===null?r=[_]:r.push(_),s++}var Rh=E===s,Ts=P===s}if(b.cases!==void 0){let f=b.cases,P=s,E=s;if(Array.isArray(f)){if(f.length<1){let q={
instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than \
1 items",schema:1,parentSchema:y.properties.status.properties.cases,data:f};r===null?r=[q]:r.push(q),s++}let Z=!0,_=f.length;for(let q=0;q<_;q++){let ie=f[q],ke=s,
ve=s;if(ie&&typeof ie=="object"&&!Array.isArray(ie)){if(ie.when===void 0){let G={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/ca\
ses/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:y.properties.status.properties.cases.
items.required,parentSchema:y.properties.status.properties.cases.items,data:ie};r===null?r=[G]:r.push(G),s++}if(ie.means===void 0){let G={instancePath:t+"/statu\
s/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"means"},message:"must have required pro\
perty 'means'",schema:y.properties.status.properties.cases.items.required,parentSchema:y.properties.status.properties.cases.items,data:ie};r===null?r=[G]:r.push(
G),s++}let ee=s;for(let G in ie)if(!(G==="when"||G==="means")){let De={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/\
additionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.
status.properties.cases.items,data:ie};r===null?r=[De]:r.push(De),s++}if(ie.when!==void 0){let G=ie.when,De=s,ot=s;if(Array.isArray(G)){if(G.length<1){let he={instancePath:t+
"/status/cases/"+q+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"minItems",params:{limit:1},message:"must NO\
T have fewer than 1 items",schema:1,parentSchema:y.properties.status.properties.cases.items.properties.when,data:G};r===null?r=[he]:r.push(he),s++}let Qe=!0,Ne=G.
length;for(let he=0;he<Ne;he++){let _e=G[he],It=s,yt=s,$t=s,Kt=!1,Wr=null,Kr=s;if(_e&&typeof _e=="object"&&!Array.isArray(_e)&&_e.is===void 0){let Mt={instancePath:t+
"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
is"},message:"must have required property 'is'",schema:y.properties.status.properties.cases.items.properties.when.items.oneOf[0].required,parentSchema:y.properties.
status.properties.cases.items.properties.when.items.oneOf[0],data:_e};r===null?r=[Mt]:r.push(Mt),s++}var yr=Kr===s;yr&&(Kt=!0,Wr=0);let _c=s;if(_e&&typeof _e=="\
object"&&!Array.isArray(_e)&&_e.present===void 0){let Mt={instancePath:t+"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/p\
roperties/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property 'present'",schema:y.properties.
status.properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:y.properties.status.properties.cases.items.properties.when.items.oneOf[1],data:_e};
r===null?r=[Mt]:r.push(Mt),s++}var yr=_c===s;if(yr&&Kt?(Kt=!1,Wr=[Wr,1]):yr&&(Kt=!0,Wr=1),Kt)s=$t,r!==null&&($t?r.length=$t:r=null);else{let Mt={instancePath:t+
"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:Wr},message:"\
must match exactly one schema in oneOf",schema:y.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:y.properties.status.properties.
cases.items.properties.when.items,data:_e};r===null?r=[Mt]:r.push(Mt),s++}if(_e&&typeof _e=="object"&&!Array.isArray(_e)){if(_e.at===void 0){let bt={instancePath:t+
"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:y.properties.status.properties.cases.items.properties.when.items.required,parentSchema:y.properties.status.
properties.cases.items.properties.when.items,data:_e};r===null?r=[bt]:r.push(bt),s++}let Mt=s;for(let bt in _e)if(!(bt==="at"||bt==="is"||bt==="present")){let gr={
instancePath:t+"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalProperties",keyword:"additi\
onalProperties",params:{additionalProperty:bt},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.status.properties.cases.items.properties.
when.items,data:_e};r===null?r=[gr]:r.push(gr),s++}if(_e.at!==void 0){let bt=_e.at,gr=s,gn=s,ca=s;if(typeof bt=="string"){if(!rt.test(bt)){let m={instancePath:t+
"/status/cases/"+q+"/when/"+he+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:bt};r===null?r=[m]:r.push(m),s++}}else{let m={instancePath:t+"/status/cases/"+q+"/whe\
n/"+he+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:bt};r===null?r=
[m]:r.push(m),s++}var Eh=gn===s,ps=gr===s}if(_e.is!==void 0){let bt=_e.is,gr=s,gn=s;if(Array.isArray(bt)){if(bt.length<1){let m={instancePath:t+"/status/cases/"+
q+"/when/"+he+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.is,data:bt};r===null?r=[m]:r.
push(m),s++}}else{let m={instancePath:t+"/status/cases/"+q+"/when/"+he+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/proper\
ties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.status.properties.cases.items.properties.when.items.properties.is.
type,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.is,data:bt};r===null?r=[m]:r.push(m),s++}var ps=gr===s}if(_e.present!==
void 0){let bt=_e.present,gr=s;if(typeof bt!="boolean"){let m={instancePath:t+"/status/cases/"+q+"/when/"+he+"/present",schemaPath:"#/properties/status/properti\
es/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:y.properties.status.properties.
cases.items.properties.when.items.properties.present.type,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.present,data:bt};
r===null?r=[m]:r.push(m),s++}let gn=s;var ps=gr===s}}else{let Mt={instancePath:t+"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases\
/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.status.properties.cases.items.properties.when.
items.type,parentSchema:y.properties.status.properties.cases.items.properties.when.items,data:_e};r===null?r=[Mt]:r.push(Mt),s++}var kc=It===s;kc||(Qe=!1)}}else{
let Qe={instancePath:t+"/status/cases/"+q+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/type",keyword:"type",params:{type:"arra\
y"},message:"must be array",schema:y.properties.status.properties.cases.items.properties.when.type,parentSchema:y.properties.status.properties.cases.items.properties.
when,data:G};r===null?r=[Qe]:r.push(Qe),s++}var Pc=De===s}if(ie.means!==void 0){let G=ie.means,De=s,ot=s,Qe=Gt.enum;if(!(G==="queued"||G==="processing"||G==="co\
mpleted"||G==="failed"||G==="expired"||G==="cancelled"||G==="unknown")){let he={instancePath:t+"/status/cases/"+q+"/means",schemaPath:"#/$defs/state/enum",keyword:"\
enum",params:{allowedValues:Gt.enum},message:"must be equal to one of the allowed values",schema:Gt.enum,parentSchema:Gt,data:G};r===null?r=[he]:r.push(he),s++}
var Ih=ot===s,Pc=De===s}}else{let ee={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:y.properties.status.properties.cases.items.type,parentSchema:y.properties.status.properties.cases.items,data:ie};r===null?
r=[ee]:r.push(ee),s++}var $c=ke===s;$c||(Z=!1)}}else{let Z={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:y.properties.status.properties.cases.type,parentSchema:y.properties.status.properties.cases,data:f};r===null?
r=[Z]:r.push(Z),s++}var Ts=P===s}if(b.source!==void 0){let f=b.source,P=s,E=s,Ve=s;if(typeof f=="string"){if(ae(f)<1){let _={instancePath:t+"/status/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.
push(_),s++}}else{let _={instancePath:t+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var hn=E===s,Ts=P===s}}else{let me={instancePath:t+"/status",schemaPath:"#/properties/status/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:y.properties.status.type,parentSchema:y.properties.status,data:b};r===null?r=[me]:r.push(me),s++}var h=$e===
s}if(e.progress!==void 0){let b=e.progress,$e=s,gt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.at===void 0){let f={instancePath:t+"/progress",schemaPath:"\
#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:y.properties.progress.required,
parentSchema:y.properties.progress,data:b};r===null?r=[f]:r.push(f),s++}if(b.of===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/re\
quired",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:y.properties.progress.required,parentSchema:y.properties.
progress,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"requi\
red",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.progress.required,parentSchema:y.properties.progress,data:b};
r===null?r=[f]:r.push(f),s++}let me=s;for(let f in b)if(!(f==="at"||f==="of"||f==="source")){let P={instancePath:t+"/progress",schemaPath:"#/properties/progress\
/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.
progress,data:b};r===null?r=[P]:r.push(P),s++}if(b.at!==void 0){let f=b.at,P=s,E=s,Ve=s;if(typeof f=="string"){if(!rt.test(f)){let Z={instancePath:t+"/progress/\
at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^\
(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[Z]:r.push(Z),s++}var Do=E===s,zo=P===s}if(b.of!==void 0){
let f=b.of,P=s,E=s;if(typeof f=="number"){if(f<=0||isNaN(f)){let Z={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinim\
um",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:y.properties.progress.properties.of,data:f};r===null?
r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"\
must be number",schema:y.properties.progress.properties.of.type,parentSchema:y.properties.progress.properties.of,data:f};r===null?r=[Z]:r.push(Z),s++}var zo=P===
s}if(b.source!==void 0){let f=b.source,P=s,E=s,Ve=s;if(typeof f=="string"){if(ae(f)<1){let _={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/minLe\
ngth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={
instancePath:t+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,
data:f};r===null?r=[_]:r.push(_),s++}var Mh=E===s,zo=P===s}}else{let me={instancePath:t+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:y.properties.progress.type,parentSchema:y.properties.progress,data:b};r===null?r=[me]:r.push(me),s++}var h=$e===s}
if(e.results!==void 0){let b=e.results,$e=s;cs(b,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(r=r===null?
cs.errors:r.concat(cs.errors),s=r.length);var h=$e===s}if(e.message!==void 0){let b=e.message,$e=s;xt(b,{instancePath:t+"/message",parentData:e,parentDataProperty:"\
message",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var h=$e===s}if(e.code!==void 0){let b=e.code,$e=s;xt(b,{instancePath:t+
"/code",parentData:e,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var h=$e===s}if(e.seconds!==
void 0){let b=e.seconds,$e=s,gt=s,Bt=s;if(typeof b=="string"){if(!rt.test(b)){let f={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pat\
tern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:b};r===null?
r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:b};r===null?r=[f]:r.push(f),s++}var zr=gt===s,h=$e===s}if(e.secondsAs!==void 0){let b=e.secondsAs,$e=s;if(b!=="string"){let Bt={instancePath:t+
"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:y.
properties.secondsAs,data:b};r===null?r=[Bt]:r.push(Bt),s++}var h=$e===s}if(e.usage!==void 0){let b=e.usage,$e=s,gt=s;if(Array.isArray(b)){let me=!0,f=b.length;
for(let P=0;P<f;P++){let E=b[P],Ve=s,Z=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.at===void 0){let q={instancePath:t+"/usage/"+P,schemaPath:"#/properti\
es/usage/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:y.properties.usage.items.required,parentSchema:y.
properties.usage.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.unit===void 0){let q={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/required",
keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:y.properties.usage.items.required,parentSchema:y.properties.
usage.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.source===void 0){let q={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.usage.items.required,parentSchema:y.properties.usage.
items,data:E};r===null?r=[q]:r.push(q),s++}let _=s;for(let q in E)if(!(q==="at"||q==="unit"||q==="source")){let ie={instancePath:t+"/usage/"+P,schemaPath:"#/pro\
perties/usage/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},message:"must NOT have additional properties",schema:!1,parentSchema:y.
properties.usage.items,data:E};r===null?r=[ie]:r.push(ie),s++}if(E.at!==void 0){let q=E.at,ie=s,ke=s,ve=s;if(typeof q=="string"){if(!rt.test(q)){let ee={instancePath:t+
"/usage/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)\
+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:q};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/usage/"+P+"/at",schemaPath:"#/$defs/poi\
nter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:q};r===null?r=[ee]:r.push(ee),s++}var Sc=ke===s,Co=ie===
s}if(E.unit!==void 0){let q=E.unit,ie=s,ke=s;if(typeof q=="string"){if(ae(q)<1){let ee={instancePath:t+"/usage/"+P+"/unit",schemaPath:"#/properties/usage/items/\
properties/unit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.usage.items.properties.
unit,data:q};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/usage/"+P+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:y.properties.usage.items.properties.unit.type,parentSchema:y.properties.usage.items.properties.unit,
data:q};r===null?r=[ee]:r.push(ee),s++}var Co=ie===s}if(E.source!==void 0){let q=E.source,ie=s,ke=s,ve=s;if(typeof q=="string"){if(ae(q)<1){let G={instancePath:t+
"/usage/"+P+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:q};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/usage/"+P+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:q};r===null?r=[G]:r.push(G),s++}var Lh=ke===s,Co=ie===s}}else{let _={instancePath:t+"/usage/"+P,schemaPath:"\
#/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.usage.items.type,parentSchema:y.properties.usage.
items,data:E};r===null?r=[_]:r.push(_),s++}var Wo=Ve===s;Wo||(me=!1)}}else{let me={instancePath:t+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:y.properties.usage.type,parentSchema:y.properties.usage,data:b};r===null?r=[me]:r.push(me),s++}var h=$e===s}if(e.told!==
void 0){let b=e.told,$e=s,gt=s;if(Array.isArray(b)){let me=!0,f=b.length;for(let P=0;P<f;P++){let E=b[P],Ve=s,Z=s,_=s,q=!1,ie=null,ke=s;if(E&&typeof E=="object"&&
!Array.isArray(E)&&E.link===void 0){let ee={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
link"},message:"must have required property 'link'",schema:y.properties.told.items.oneOf[0].required,parentSchema:y.properties.told.items.oneOf[0],data:E};r===null?
r=[ee]:r.push(ee),s++}var Or=ke===s;Or&&(q=!0,ie=0);let ve=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.constant===void 0){let ee={instancePath:t+"/told/"+P,
schemaPath:"#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:y.
properties.told.items.oneOf[1].required,parentSchema:y.properties.told.items.oneOf[1],data:E};r===null?r=[ee]:r.push(ee),s++}var Or=ve===s;if(Or&&q)q=!1,ie=[ie,
1];else{Or&&(q=!0,ie=1);let ee=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.fact===void 0){let De={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/i\
tems/oneOf/2/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:y.properties.told.items.oneOf[2].required,
parentSchema:y.properties.told.items.oneOf[2],data:E};r===null?r=[De]:r.push(De),s++}var Or=ee===s;Or&&q?(q=!1,ie=[ie,2]):Or&&(q=!0,ie=2)}if(q)s=_,r!==null&&(_?
r.length=_:r=null);else{let ee={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:ie},message:"must ma\
tch exactly one schema in oneOf",schema:y.properties.told.items.oneOf,parentSchema:y.properties.told.items,data:E};r===null?r=[ee]:r.push(ee),s++}if(E&&typeof E==
"object"&&!Array.isArray(E)){if(E.at===void 0){let G={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,data:E};r===null?r=[G]:r.push(G),s++}
if(E.in===void 0){let G={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"in"},message:"must \
have required property 'in'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,data:E};r===null?r=[G]:r.push(G),s++}if(E.source===void 0){
let G={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required \
property 'source'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,data:E};r===null?r=[G]:r.push(G),s++}let ee=s;for(let G in E)if(!(G===
"at"||G==="in"||G==="link"||G==="constant"||G==="fact"||G==="source")){let De={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/additionalPropertie\
s",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.told.items,data:E};
r===null?r=[De]:r.push(De),s++}if(E.at!==void 0){let G=E.at,De=s,ot=s,Qe=s;if(typeof G=="string"){if(!rt.test(G)){let Ne={instancePath:t+"/told/"+P+"/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:se,data:G};r===null?r=[Ne]:r.push(Ne),s++}}else{let Ne={instancePath:t+"/told/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:G};r===null?r=[Ne]:r.push(Ne),s++}var Fh=ot===s,jr=De===s}if(E.in!==void 0){let G=E.
in,De=s,ot=y.properties.told.items.properties.in.enum;if(!(G==="submit"||G==="query"||G==="both")){let Ne={instancePath:t+"/told/"+P+"/in",schemaPath:"#/propert\
ies/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:y.properties.told.items.properties.in.enum},message:"must be equal to one of the allowed\
 values",schema:y.properties.told.items.properties.in.enum,parentSchema:y.properties.told.items.properties.in,data:G};r===null?r=[Ne]:r.push(Ne),s++}var jr=De===
s}if(E.link!==void 0){let G=E.link,De=s,ot=s;if(G&&typeof G=="object"&&!Array.isArray(G)){if(G.path===void 0){let he={instancePath:t+"/told/"+P+"/link",schemaPath:"\
#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.
told.items.properties.link.required,parentSchema:y.properties.told.items.properties.link,data:G};r===null?r=[he]:r.push(he),s++}let Ne=s;for(let he in G)if(he!==
"path"){let _e={instancePath:t+"/told/"+P+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:he},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.told.items.properties.link,data:G};r===null?r=[_e]:r.push(
_e),s++}if(G.path!==void 0){let he=G.path,_e=s,It=s,yt=s;if(typeof he=="string"){if(!Zt.test(he)){let $t={instancePath:t+"/told/"+P+"/link/path",schemaPath:"#/$\
defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:he};r===null?r=[$t]:r.push($t),s++}}else{
let $t={instancePath:t+"/told/"+P+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:he};r===null?r=[$t]:r.push($t),s++}var Vh=It===s,Uh=_e===s}}else{let Ne={instancePath:t+"/told/"+P+"/link",schemaPath:"#/properties/told/items/properties/l\
ink/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.told.items.properties.link.type,parentSchema:y.properties.told.items.
properties.link,data:G};r===null?r=[Ne]:r.push(Ne),s++}var jr=De===s}if(E.fact!==void 0){let G=E.fact,De=s,ot=y.properties.told.items.properties.fact.enum;if(!(G===
"id"||G==="model"||G==="created")){let Ne={instancePath:t+"/told/"+P+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:y.
properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:y.properties.told.items.properties.fact.enum,parentSchema:y.
properties.told.items.properties.fact,data:G};r===null?r=[Ne]:r.push(Ne),s++}var jr=De===s}if(E.source!==void 0){let G=E.source,De=s,ot=s,Qe=s;if(typeof G=="str\
ing"){if(ae(G)<1){let he={instancePath:t+"/told/"+P+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have \
fewer than 1 characters",schema:1,parentSchema:re,data:G};r===null?r=[he]:r.push(he),s++}}else{let he={instancePath:t+"/told/"+P+"/source",schemaPath:"#/$defs/s\
ource/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:G};r===null?r=[he]:r.push(he),s++}var Jh=ot===s,jr=De===
s}}else{let ee={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.
told.items.type,parentSchema:y.properties.told.items,data:E};r===null?r=[ee]:r.push(ee),s++}var yn=Ve===s;yn||(me=!1)}}else{let me={instancePath:t+"/told",schemaPath:"\
#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.told.type,parentSchema:y.properties.told,data:b};r===null?
r=[me]:r.push(me),s++}var h=$e===s}let Dh;if(e.list!==void 0){if(e.id===void 0){let b={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequire\
d",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:y.dependentRequired,
parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}if(e.query===void 0){let b={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{
property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:y.dependentRequired,
parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}}}else{let Cr={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:y.type,parentSchema:y,data:e};r===null?r=[Cr]:r.push(Cr),s++}return Lt.errors=r,s===0}Lt.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function da(e,{
instancePath:t="",parentData:n,parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=da.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&
(p.items=void 0);let l=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.protocol===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"protocol"},message:"must have required property 'protocol'",schema:c.required,parentSchema:c,data:e};r===null?r=[m]:r.push(m),s++}if(e.title===
void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"title"},message:"must have required property 'title'",schema:c.
required,parentSchema:c,data:e};r===null?r=[m]:r.push(m),s++}if(e.description===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"description"},message:"must have required property 'description'",schema:c.required,parentSchema:c,data:e};r===null?r=[m]:r.push(m),s++}if(e.sources===
void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},message:"must have required property 'sources'",schema:c.
required,parentSchema:c,data:e};r===null?r=[m]:r.push(m),s++}if(e.baseUrl===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
baseUrl"},message:"must have required property 'baseUrl'",schema:c.required,parentSchema:c,data:e};r===null?r=[m]:r.push(m),s++}if(e.authentication===void 0){let m={
instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authentication"},message:"must have required property 'authentication'",schema:c.
required,parentSchema:c,data:e};r===null?r=[m]:r.push(m),s++}if(e.deadline===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
deadline"},message:"must have required property 'deadline'",schema:c.required,parentSchema:c,data:e};r===null?r=[m]:r.push(m),s++}if(e.poll===void 0){let m={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"must have required property 'poll'",schema:c.required,parentSchema:c,data:e};
r===null?r=[m]:r.push(m),s++}if(e.operations===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"\
must have required property 'operations'",schema:c.required,parentSchema:c,data:e};r===null?r=[m]:r.push(m),s++}if(e.errors===void 0){let m={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"errors"},message:"must have required property 'errors'",schema:c.required,parentSchema:c,data:e};r===null?
r=[m]:r.push(m),s++}let ca=s;for(let m in e)if(!kn.call(c.properties,m)){let qe={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:m},message:"must NOT have additional properties",schema:!1,parentSchema:c,data:e};r===null?r=[qe]:r.push(qe),s++}if(e.$schema!==void 0){
let m=e.$schema,qe=s;if(typeof m!="string"){let ir={instancePath:t+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:c.properties.$schema.type,parentSchema:c.properties.$schema,data:m};r===null?r=[ir]:r.push(ir),s++}let St=s;var u=qe===s}if(e.$comment!==
void 0){let m=e.$comment,qe=s,St=s,ir=s;if(typeof m=="string"){if(ae(m)<1){let d={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Rr,data:m};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Rr.type,parentSchema:Rr,data:m};r===null?r=[
d]:r.push(d),s++}var h=St===s,u=qe===s}if(e.protocol!==void 0){let m=e.protocol,qe=s,St=s;if(typeof m=="string"){if(!Oc.test(m)){let X={instancePath:t+"/protoco\
l",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[\
a-z][a-z0-9-]*$",parentSchema:c.properties.protocol,data:m};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/protocol",schemaPath:"#/properties/protoc\
ol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.protocol.type,parentSchema:c.properties.protocol,data:m};r===null?r=
[X]:r.push(X),s++}var u=qe===s}if(e.title!==void 0){let m=e.title,qe=s,St=s;if(typeof m=="string"){if(ae(m)<1){let X={instancePath:t+"/title",schemaPath:"#/prop\
erties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.title,data:m};r===
null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.title.type,parentSchema:c.properties.title,data:m};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.description!==void 0){let m=e.description,
qe=s,St=s;if(typeof m=="string"){if(ae(m)<1){let X={instancePath:t+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.description,data:m};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+
"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.description.type,parentSchema:c.
properties.description,data:m};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.sources!==void 0){let m=e.sources,qe=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(
m)){if(Object.keys(m).length<1){let d={instancePath:t+"/sources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.sources,data:m};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in m){let A=m[d],ne=s,be=s,
H=!1,w=null,V=s,te=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.package===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~\
1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required pr\
operty 'package'",schema:c.properties.sources.additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:A};r===
null?r=[v]:r.push(v),s++}if(A.version===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/addi\
tionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"must have required property 'version'",schema:c.properties.sources.
additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:A};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in A)
if(!(v==="package"||v==="version")){let I={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProper\
ties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.sources.additionalProperties.oneOf[0],data:A};r===null?r=[I]:r.push(I),s++}if(A.package!==void 0){let v=A.package,I=s,C=s;if(typeof v=="string"){if(ae(
v)<1){let N={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/proper\
ties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.sources.additionalProperties.
oneOf[0].properties.package,data:v};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/package/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.package.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.package,data:v};r===null?r=[N]:
r.push(N),s++}var k=I===s}if(A.version!==void 0){let v=A.version,I=s,C=s;if(typeof v=="string"){if(!Gh.test(v)){let J={instancePath:t+"/sources/"+d.replace(/~/g,
"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"\
^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:c.properties.sources.additionalProperties.oneOf[0].
properties.version,data:v};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/version/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.version.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.version,data:v};r===null?r=[J]:
r.push(J),s++}var k=I===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties\
/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[0].type,parentSchema:c.properties.
sources.additionalProperties.oneOf[0],data:A};r===null?r=[g]:r.push(g),s++}var x=V===s;if(x){H=!0,w=0;var S=!0}let Q=s,$=s;if(A&&typeof A=="object"&&!Array.isArray(
A)){if(A.document===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/one\
Of/1/required",keyword:"required",params:{missingProperty:"document"},message:"must have required property 'document'",schema:c.properties.sources.additionalProperties.
oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[v]:r.push(v),s++}if(A.url===void 0){let v={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"\
url"},message:"must have required property 'url'",schema:c.properties.sources.additionalProperties.oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.
oneOf[1],data:A};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in A)if(!(v==="document"||v==="url")){let I={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[I]:r.push(I),s++}if(A.document!==
void 0){let v=A.document,I=s,C=s;if(typeof v=="string"){if(ae(v)<1){let N={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.document,data:v};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.oneOf[1].properties.document.type,parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.document,data:v};r===null?r=[N]:r.push(N),s++}var O=I===s}if(A.url!==void 0){let v=A.url,I=s,C=s;if(typeof v=="\
string"){if(!jc.test(v)){let J={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties\
/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.url,data:v};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,
"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.
properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.url,data:v};r===
null?r=[J]:r.push(J),s++}var O=I===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additiona\
lProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[1].type,parentSchema:c.
properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[g]:r.push(g),s++}var x=Q===s;if(x&&H?(H=!1,w=[w,1]):x&&(H=!0,w=1,S!==!0&&(S=!0)),H)s=be,r!==
null&&(be?r.length=be:r=null);else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropert\
ies/oneOf",keyword:"oneOf",params:{passingSchemas:w},message:"must match exactly one schema in oneOf",schema:c.properties.sources.additionalProperties.oneOf,parentSchema:c.
properties.sources.additionalProperties,data:A};r===null?r=[g]:r.push(g),s++}var T=ne===s}}else{let X={instancePath:t+"/sources",schemaPath:"#/properties/source\
s/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.type,parentSchema:c.properties.sources,data:m};r===null?r=[X]:
r.push(X),s++}var u=qe===s}if(e.baseUrl!==void 0){let m=e.baseUrl,qe=s,St=s;if(typeof m=="string"){if(!Zh.test(m)){let X={instancePath:t+"/baseUrl",schemaPath:"\
#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^h\
ttps://[^/]+(/.*[^/])?$",parentSchema:c.properties.baseUrl,data:m};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/baseUrl",schemaPath:"#/properties/\
baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.baseUrl.type,parentSchema:c.properties.baseUrl,data:m};r===null?
r=[X]:r.push(X),s++}var u=qe===s}if(e.authentication!==void 0){let m=e.authentication,qe=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.in===void 0){let d={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"in"},message:"must have required \
property 'in'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:m};r===null?r=[d]:r.push(d),s++}if(m.name===void 0){let d={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"name"},message:"must have require\
d property 'name'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:m};r===null?r=[d]:r.push(d),s++}if(m.source===void 0){
let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"source"},message:"must hav\
e required property 'source'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:m};r===null?r=[d]:r.push(d),s++}let X=s;
for(let d in m)if(!(d==="in"||d==="name"||d==="prefix"||d==="token"||d==="source")){let A={instancePath:t+"/authentication",schemaPath:"#/properties/authenticat\
ion/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
authentication,data:m};r===null?r=[A]:r.push(A),s++}if(m.in!==void 0){let d=m.in,A=s,ne=c.properties.authentication.properties.in.enum;if(d!=="header"){let be={
instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{allowedValues:c.properties.authentication.
properties.in.enum},message:"must be equal to one of the allowed values",schema:c.properties.authentication.properties.in.enum,parentSchema:c.properties.authentication.
properties.in,data:d};r===null?r=[be]:r.push(be),s++}var R=A===s}if(m.name!==void 0){let d=m.name,A=s,ne=s;if(typeof d=="string"){if(!wn.test(d)){let H={instancePath:t+
"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must mat\
ch pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[H]:r.push(H),s++}}else{let H={
instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:c.properties.authentication.properties.name.type,parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[H]:r.push(H),s++}var R=A===
s}if(m.prefix!==void 0){let d=m.prefix,A=s;if(typeof d!="string"){let H={instancePath:t+"/authentication/prefix",schemaPath:"#/properties/authentication/propert\
ies/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.prefix.type,parentSchema:c.properties.
authentication.properties.prefix,data:d};r===null?r=[H]:r.push(H),s++}let ne=s;var R=A===s}if(m.token!==void 0){let d=m.token,A=s,ne=s,be=!1,H=null,w=s,V=s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/\
oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.
oneOf[0].required,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[v]:r.push(v),s++}if(d.seconds===void 0){let v={instancePath:t+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:c.properties.authentication.properties.token.oneOf[0].required,parentSchema:c.properties.authentication.properties.
token.oneOf[0],data:d};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in d)if(!(v==="by"||v==="seconds"||v==="backdateSeconds")){let I={instancePath:t+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[I]:r.push(I),s++}
if(d.by!==void 0){let v=d.by,I=s;if(v!=="jwt-hs256"){let C={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/o\
neOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",schema:"jwt-hs256",parentSchema:c.properties.authentication.
properties.token.oneOf[0].properties.by,data:v};r===null?r=[C]:r.push(C),s++}var pe=I===s}if(d.seconds!==void 0){let v=d.seconds,I=s;if(!(typeof v=="number"&&!(v%
1)&&!isNaN(v))){let J={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.token.oneOf[0].properties.seconds.type,parentSchema:c.
properties.authentication.properties.token.oneOf[0].properties.seconds,data:v};r===null?r=[J]:r.push(J),s++}let C=s;if(typeof v=="number"){if(v>86400||isNaN(v)){
let J={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/maximum",keyword:"maxi\
mum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.
seconds,data:v};r===null?r=[J]:r.push(J),s++}if(v<10||isNaN(v)){let J={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/pr\
operties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"must be >= 10",schema:10,parentSchema:c.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:v};r===null?r=[J]:r.push(J),s++}}var pe=I===s}if(d.backdateSeconds!==void 0){let v=d.backdateSeconds,
I=s;if(!(typeof v=="number"&&!(v%1)&&!isNaN(v))){let J={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.
token.oneOf[0].properties.backdateSeconds.type,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===null?r=
[J]:r.push(J),s++}let C=s;if(typeof v=="number"){if(v>3600||isNaN(v)){let J={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/aut\
hentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,
parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===null?r=[J]:r.push(J),s++}if(v<0||isNaN(v)){let J={instancePath:t+
"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===
null?r=[J]:r.push(J),s++}}var pe=I===s}}else{let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.token.oneOf[0].type,parentSchema:c.properties.authentication.
properties.token.oneOf[0],data:d};r===null?r=[g]:r.push(g),s++}var F=w===s;if(F){be=!0,H=0;var z=!0}let te=s,Q=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.
by===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.
authentication.properties.token.oneOf[1],data:d};r===null?r=[v]:r.push(v),s++}if(d.scope===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/p\
roperties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"scope"},message:"must have required property 'scope'",schema:c.
properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[v]:r.push(v),
s++}let g=s;for(let v in d)if(!(v==="by"||v==="scope")){let I={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[I]:r.push(I),s++}if(d.by!==void 0){let v=d.by,I=s;if(v!=="google-service-account"){let C={
instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:c.properties.authentication.properties.token.oneOf[1].
properties.by,data:v};r===null?r=[C]:r.push(C),s++}var K=I===s}if(d.scope!==void 0){let v=d.scope,I=s,C=s;if(typeof v=="string"){if(ae(v)<1){let J={instancePath:t+
"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.authentication.properties.token.oneOf[1].properties.scope,data:v};r===null?r=
[J]:r.push(J),s++}}else{let J={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[1].properties.scope.type,parentSchema:c.
properties.authentication.properties.token.oneOf[1].properties.scope,data:v};r===null?r=[J]:r.push(J),s++}var K=I===s}}else{let g={instancePath:t+"/authenticati\
on/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
authentication.properties.token.oneOf[1].type,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[g]:r.push(g),s++}var F=te===
s;if(F&&be)be=!1,H=[H,1];else{F&&(be=!0,H=1,z!==!0&&(z=!0));let g=s,v=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let N={instancePath:t+"/a\
uthentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must h\
ave required property 'by'",schema:c.properties.authentication.properties.token.oneOf[2].required,parentSchema:c.properties.authentication.properties.token.oneOf[2],
data:d};r===null?r=[N]:r.push(N),s++}if(d.service===void 0){let N={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/tok\
en/oneOf/2/required",keyword:"required",params:{missingProperty:"service"},message:"must have required property 'service'",schema:c.properties.authentication.properties.
token.oneOf[2].required,parentSchema:c.properties.authentication.properties.token.oneOf[2],data:d};r===null?r=[N]:r.push(N),s++}let C=s;for(let N in d)if(!(N===
"by"||N==="service")){let J={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.
token.oneOf[2],data:d};r===null?r=[J]:r.push(J),s++}if(d.by!==void 0){let N=d.by,J=s;if(N!=="aws-sigv4"){let B={instancePath:t+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"aws-sigv4"},message:"must be equal to constant",
schema:"aws-sigv4",parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.by,data:N};r===null?r=[B]:r.push(B),s++}var ue=J===s}if(d.service!==
void 0){let N=d.service,J=s,B=s;if(typeof N=="string"){if(!Oc.test(N)){let Re={instancePath:t+"/authentication/token/service",schemaPath:"#/properties/authentic\
ation/properties/token/oneOf/2/properties/service/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$\
"',schema:"^[a-z][a-z0-9-]*$",parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.service,data:N};r===null?r=[Re]:r.push(Re),s++}}else{
let Re={instancePath:t+"/authentication/token/service",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/service/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[2].properties.service.type,parentSchema:c.properties.authentication.
properties.token.oneOf[2].properties.service,data:N};r===null?r=[Re]:r.push(Re),s++}var ue=J===s}}else{let C={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.
token.oneOf[2].type,parentSchema:c.properties.authentication.properties.token.oneOf[2],data:d};r===null?r=[C]:r.push(C),s++}var F=g===s;F&&be?(be=!1,H=[H,2]):F&&
(be=!0,H=2,z!==!0&&(z=!0))}if(be)s=ne,r!==null&&(ne?r.length=ne:r=null);else{let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authenticati\
on/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:H},message:"must match exactly one schema in oneOf",schema:c.properties.authentication.properties.
token.oneOf,parentSchema:c.properties.authentication.properties.token,data:d};r===null?r=[g]:r.push(g),s++}var R=A===s}if(m.source!==void 0){let d=m.source,A=s,
ne=s,be=s;if(typeof d=="string"){if(ae(d)<1){let w={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/authentication/sourc\
e",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(
w),s++}var j=ne===s,R=A===s}}else{let X={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.authentication.type,parentSchema:c.properties.authentication,data:m};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.headers!==
void 0){let m=e.headers,qe=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length<1){let d={instancePath:t+"/headers",schemaPath:"#/proper\
ties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.headers,
data:m};r===null?r=[d]:r.push(d),s++}for(let d in m){let A=s;if(typeof d=="string"&&!wn.test(d)){let ne={instancePath:t+"/headers",schemaPath:"#/properties/head\
ers/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.
properties.headers.propertyNames,data:d,propertyName:d};r===null?r=[ne]:r.push(ne),s++}var fe=A===s;if(!fe){let ne={instancePath:t+"/headers",schemaPath:"#/prop\
erties/headers/propertyNames",keyword:"propertyNames",params:{propertyName:d},message:"property name must be valid",schema:c.properties.headers.propertyNames,parentSchema:c.
properties.headers,data:m};r===null?r=[ne]:r.push(ne),s++}}let X=s;for(let d in m){let A=m[d],ne=s,be=s;if(typeof A=="string"){if(!Ac.test(A)){let H={instancePath:t+
"/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x\
7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:c.properties.headers.additionalProperties,data:A};r===null?r=[H]:
r.push(H),s++}}else{let H={instancePath:t+"/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.headers.additionalProperties.type,parentSchema:c.properties.headers.additionalProperties,
data:A};r===null?r=[H]:r.push(H),s++}var le=ne===s}}else{let X={instancePath:t+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type:"ob\
ject"},message:"must be object",schema:c.properties.headers.type,parentSchema:c.properties.headers,data:m};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.idempotency!==
void 0){let m=e.idempotency,qe=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.header===void 0){let d={instancePath:t+"/idempotency",schemaPath:"#/prop\
erties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.idempotency.
required,parentSchema:c.properties.idempotency,data:m};r===null?r=[d]:r.push(d),s++}if(m.keptSeconds===void 0){let d={instancePath:t+"/idempotency",schemaPath:"\
#/properties/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have required property 'keptSeconds'",schema:c.properties.
idempotency.required,parentSchema:c.properties.idempotency,data:m};r===null?r=[d]:r.push(d),s++}if(m.source===void 0){let d={instancePath:t+"/idempotency",schemaPath:"\
#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.idempotency.
required,parentSchema:c.properties.idempotency,data:m};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in m)if(!(d==="header"||d==="keptSeconds"||d==="source")){
let A={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.idempotency,data:m};r===null?r=[A]:r.push(A),s++}if(m.header!==void 0){let d=m.header,A=s,
ne=s;if(typeof d=="string"){if(ae(d)<1){let be={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.idempotency.properties.header,data:d};r===null?r=
[be]:r.push(be),s++}}else{let be={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.idempotency.properties.header.type,parentSchema:c.properties.idempotency.properties.header,data:d};r===null?
r=[be]:r.push(be),s++}var U=A===s}if(m.keptSeconds!==void 0){let d=m.keptSeconds,A=s;if(!(typeof d=="number"&&!(d%1)&&!isNaN(d))){let H={instancePath:t+"/idempo\
tency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.
idempotency.properties.keptSeconds.type,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[H]:r.push(H),s++}let ne=s;if(typeof d==
"number"&&(d<1||isNaN(d))){let H={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimu\
m",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[H]:r.push(H),
s++}var U=A===s}if(m.source!==void 0){let d=m.source,A=s,ne=s,be=s;if(typeof d=="string"){if(ae(d)<1){let w={instancePath:t+"/idempotency/source",schemaPath:"#/\
$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.push(
w),s++}}else{let w={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var L=ne===s,U=A===s}}else{let X={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.idempotency.type,parentSchema:c.properties.idempotency,data:m};r===null?
r=[X]:r.push(X),s++}var u=qe===s}if(e.deadline!==void 0){let m=e.deadline,qe=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.seconds===void 0){let d={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:c.
properties.deadline.required,parentSchema:c.properties.deadline,data:m};r===null?r=[d]:r.push(d),s++}if(m.source===void 0){let d={instancePath:t+"/deadline",schemaPath:"\
#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.deadline.
required,parentSchema:c.properties.deadline,data:m};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in m)if(!(d==="seconds"||d==="source")){let A={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have addition\
al properties",schema:!1,parentSchema:c.properties.deadline,data:m};r===null?r=[A]:r.push(A),s++}if(m.seconds!==void 0){let d=m.seconds,A=s;if(!(typeof d=="numb\
er"&&!(d%1)&&!isNaN(d))){let be={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"inte\
ger"},message:"must be integer",schema:c.properties.deadline.properties.seconds.type,parentSchema:c.properties.deadline.properties.seconds,data:d};r===null?r=[be]:
r.push(be),s++}let ne=s;if(typeof d=="number"&&(d<60||isNaN(d))){let be={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds\
/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:c.properties.deadline.properties.seconds,data:d};r===
null?r=[be]:r.push(be),s++}var we=A===s}if(m.source!==void 0){let d=m.source,A=s,ne=s,be=s;if(typeof d=="string"){if(ae(d)<1){let w={instancePath:t+"/deadline/s\
ource",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};
r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var xe=ne===s,we=A===s}}else{let X={instancePath:t+"/deadline",schemaPath:"#/pro\
perties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.deadline.type,parentSchema:c.properties.deadline,data:m};
r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.poll!==void 0){let m=e.poll,qe=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.seconds===void 0){let d={
instancePath:t+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'secon\
ds'",schema:c.properties.poll.required,parentSchema:c.properties.poll,data:m};r===null?r=[d]:r.push(d),s++}if(m.source===void 0){let d={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.poll.required,
parentSchema:c.properties.poll,data:m};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in m)if(!(d==="seconds"||d==="source")){let A={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.poll,data:m};r===null?r=[A]:r.push(A),s++}if(m.seconds!==void 0){let d=m.seconds,A=s,ne=s;if(typeof d=="number"){if(d<=0||isNaN(d)){let be={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:c.properties.poll.properties.seconds,data:d};r===null?r=[be]:r.push(be),s++}}else{let be={instancePath:t+"/poll/seconds",schemaPath:"#\
/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:c.properties.poll.properties.seconds.type,parentSchema:c.
properties.poll.properties.seconds,data:d};r===null?r=[be]:r.push(be),s++}var Y=A===s}if(m.source!==void 0){let d=m.source,A=s,ne=s,be=s;if(typeof d=="string"){
if(ae(d)<1){let w={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var D=ne===s,Y=A===s}}else{let X={instancePath:t+
"/poll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.poll.type,parentSchema:c.properties.
poll,data:m};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.probe!==void 0){let m=e.probe,qe=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.path===void 0){
let d={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:c.properties.probe.required,parentSchema:c.properties.probe,data:m};r===null?r=[d]:r.push(d),s++}if(m.accepted===void 0){let d={instancePath:t+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:c.
properties.probe.required,parentSchema:c.properties.probe,data:m};r===null?r=[d]:r.push(d),s++}if(m.source===void 0){let d={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.probe.required,
parentSchema:c.properties.probe,data:m};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in m)if(!(d==="path"||d==="accepted"||d==="source")){let A={instancePath:t+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:c.properties.probe,data:m};r===null?r=[A]:r.push(A),s++}if(m.path!==void 0){let d=m.path,A=s,ne=s,be=s;if(typeof d=="string"){if(!Zt.
test(d)){let H={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:We,data:d};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:We.type,parentSchema:We,data:d};r===null?r=[H]:r.push(H),s++}var He=ne===s,ht=A===s}if(m.accepted!==void 0){let d=m.accepted,
A=s,ne=s;if(Array.isArray(d)){if(d.length<1){let V={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIt\
ems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[V]:r.push(V),s++}
let H=!0,w=d.length;for(let V=0;V<w;V++){let te=d[V],Q=s;if(!(typeof te=="number"&&!(te%1)&&!isNaN(te))){let g={instancePath:t+"/probe/accepted/"+V,schemaPath:"\
#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.probe.properties.accepted.
items.type,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}let $=s;if(typeof te=="number"){if(te>599||isNaN(te)){
let g={instancePath:t+"/probe/accepted/"+V,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}if(te<100||isNaN(te)){let g={
instancePath:t+"/probe/accepted/"+V,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"\
must be >= 100",schema:100,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}}var Pt=Q===s;Pt||(H=!1)}}else{let H={
instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.probe.properties.accepted.type,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[H]:r.push(H),s++}var ht=A===s}if(m.source!==void 0){
let d=m.source,A=s,ne=s,be=s;if(typeof d=="string"){if(ae(d)<1){let w={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/pro\
be/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:
r.push(w),s++}var at=ne===s,ht=A===s}}else{let X={instancePath:t+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"mu\
st be object",schema:c.properties.probe.type,parentSchema:c.properties.probe,data:m};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.modelProbe!==void 0){let m=e.
modelProbe,qe=s,St=s,ir=s,X=!1,d=null,A=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.path===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"#/pro\
perties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.modelProbe.
oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],data:m};r===null?r=[H]:r.push(H),s++}if(m.names===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"\
#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.
modelProbe.oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],data:m};r===null?r=[H]:r.push(H),s++}}var dt=A===s;dt&&(X=!0,d=0);let ne=s;if(m&&typeof m==
"object"&&!Array.isArray(m)){if(m.url===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{
missingProperty:"url"},message:"must have required property 'url'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.modelProbe.oneOf[1],
data:m};r===null?r=[H]:r.push(H),s++}if(m.names===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"req\
uired",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.
modelProbe.oneOf[1],data:m};r===null?r=[H]:r.push(H),s++}}var dt=ne===s;if(dt&&X)X=!1,d=[d,1];else{dt&&(X=!0,d=1);let H=s;if(m&&typeof m=="object"&&!Array.isArray(
m)&&m.untestable===void 0){let V={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"\
untestable"},message:"must have required property 'untestable'",schema:c.properties.modelProbe.oneOf[2].required,parentSchema:c.properties.modelProbe.oneOf[2],data:m};
r===null?r=[V]:r.push(V),s++}var dt=H===s;dt&&X?(X=!1,d=[d,2]):dt&&(X=!0,d=2)}if(X)s=ir,r!==null&&(ir?r.length=ir:r=null);else{let H={instancePath:t+"/modelProb\
e",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.modelProbe.
oneOf,parentSchema:c.properties.modelProbe,data:m};r===null?r=[H]:r.push(H),s++}if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.source===void 0){let w={instancePath:t+
"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",
schema:c.properties.modelProbe.required,parentSchema:c.properties.modelProbe,data:m};r===null?r=[w]:r.push(w),s++}let H=s;for(let w in m)if(!(w==="path"||w==="u\
rl"||w==="names"||w==="omits"||w==="told"||w==="except"||w==="untestable"||w==="source")){let V={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProb\
e/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
modelProbe,data:m};r===null?r=[V]:r.push(V),s++}if(m.path!==void 0){let w=m.path,V=s,te=s,Q=s;if(typeof w=="string"){if(!Zt.test(w)){let $={instancePath:t+"/mod\
elProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:w};r===
null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:We.type,parentSchema:We,data:w};r===null?r=[$]:r.push($),s++}var Xe=te===s,tt=V===s}if(m.url!==void 0){let w=m.url,V=s,te=s;if(typeof w=="string"){
if(!Qh.test(w)){let $={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://\
[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:c.properties.modelProbe.properties.url,
data:w};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.url.type,parentSchema:c.properties.modelProbe.properties.url,data:w};r===null?
r=[$]:r.push($),s++}var tt=V===s}if(m.names!==void 0){let w=m.names,V=s,te=s,Q=s;if(typeof w=="string"){if(!rt.test(w)){let g={instancePath:t+"/modelProbe/names",
schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([\
^/~]|~[01])+)+$",parentSchema:se,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:w};r===null?r=[g]:r.push(g),s++}var Jr=te===s,tt=V===s}if(m.omits!==void 0){
let w=m.omits,V=s,te=s;if(typeof w=="string"){if(ae(w)<1){let $={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLeng\
th",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.omits,data:w};
r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.modelProbe.properties.omits.type,parentSchema:c.properties.modelProbe.properties.omits,data:w};r===null?r=
[$]:r.push($),s++}var tt=V===s}if(m.told!==void 0){let w=m.told,V=s,te=s;if(Array.isArray(w)){if(w.length<1){let v={instancePath:t+"/modelProbe/told",schemaPath:"\
#/properties/modelProbe/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.
modelProbe.properties.told,data:w};r===null?r=[v]:r.push(v),s++}let $=!0,g=w.length;for(let v=0;v<g;v++){let I=w[v],C=s,N=s;if(I&&typeof I=="object"&&!Array.isArray(
I)){if(I.at===void 0){let B={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:c.properties.modelProbe.properties.told.items.required,parentSchema:c.properties.modelProbe.
properties.told.items,data:I};r===null?r=[B]:r.push(B),s++}if(I.constant===void 0){let B={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelPro\
be/properties/told/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:c.properties.modelProbe.
properties.told.items.required,parentSchema:c.properties.modelProbe.properties.told.items,data:I};r===null?r=[B]:r.push(B),s++}let J=s;for(let B in I)if(!(B==="\
at"||B==="constant")){let oe={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:B},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe.properties.told.items,
data:I};r===null?r=[oe]:r.push(oe),s++}if(I.at!==void 0){let B=I.at,oe=s,Re=s,ct=s;if(typeof B=="string"){if(!rt.test(B)){let Pe={instancePath:t+"/modelProbe/to\
ld/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:B};r===null?r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+"/modelProbe/told/"+v+"/at",schemaPath:"#/$def\
s/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:B};r===null?r=[Pe]:r.push(Pe),s++}var Dr=Re===
s,jt=oe===s}}else{let J={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:c.properties.modelProbe.properties.told.items.type,parentSchema:c.properties.modelProbe.properties.told.items,data:I};r===null?
r=[J]:r.push(J),s++}var Jo=C===s;Jo||($=!1)}}else{let $={instancePath:t+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/type",keyword:"ty\
pe",params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.told.type,parentSchema:c.properties.modelProbe.properties.told,data:w};
r===null?r=[$]:r.push($),s++}var tt=V===s}if(m.except!==void 0){let w=m.except,V=s,te=s;if(Array.isArray(w)){if(w.length<1){let v={instancePath:t+"/modelProbe/e\
xcept",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.modelProbe.properties.except,data:w};r===null?r=[v]:r.push(v),s++}let $=!0,g=w.length;for(let v=0;v<g;v++){let I=w[v],C=s,N=s;if(I&&typeof I=="object"&&
!Array.isArray(I)){if(I.prefix===void 0){let B={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"\
required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:c.properties.modelProbe.properties.except.items.required,parentSchema:c.
properties.modelProbe.properties.except.items,data:I};r===null?r=[B]:r.push(B),s++}if(I.reason===void 0){let B={instancePath:t+"/modelProbe/except/"+v,schemaPath:"\
#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:c.
properties.modelProbe.properties.except.items.required,parentSchema:c.properties.modelProbe.properties.except.items,data:I};r===null?r=[B]:r.push(B),s++}let J=s;
for(let B in I)if(!(B==="prefix"||B==="reason")){let oe={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/addi\
tionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
modelProbe.properties.except.items,data:I};r===null?r=[oe]:r.push(oe),s++}if(I.prefix!==void 0){let B=I.prefix,oe=s,Re=s;if(typeof B=="string"){if(ae(B)<1){let ct={
instancePath:t+"/modelProbe/except/"+v+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.except.items.properties.prefix,data:B};r===null?
r=[ct]:r.push(ct),s++}}else{let ct={instancePath:t+"/modelProbe/except/"+v+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/pref\
ix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.except.items.properties.prefix.type,parentSchema:c.
properties.modelProbe.properties.except.items.properties.prefix,data:B};r===null?r=[ct]:r.push(ct),s++}var yc=oe===s}if(I.reason!==void 0){let B=I.reason,oe=s,Re=s;
if(typeof B=="string"){if(ae(B)<1){let Pe={instancePath:t+"/modelProbe/except/"+v+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properti\
es/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.
except.items.properties.reason,data:B};r===null?r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+"/modelProbe/except/"+v+"/reason",schemaPath:"#/properties/mo\
delProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.
except.items.properties.reason.type,parentSchema:c.properties.modelProbe.properties.except.items.properties.reason,data:B};r===null?r=[Pe]:r.push(Pe),s++}var yc=oe===
s}}else{let J={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.modelProbe.properties.except.items.type,parentSchema:c.properties.modelProbe.properties.except.items,data:I};r===null?r=[J]:
r.push(J),s++}var gc=C===s;gc||($=!1)}}else{let $={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.except.type,parentSchema:c.properties.modelProbe.properties.except,data:w};
r===null?r=[$]:r.push($),s++}var tt=V===s}if(m.untestable!==void 0){let w=m.untestable,V=s,te=s;if(typeof w=="string"){if(ae(w)<1){let $={instancePath:t+"/model\
Probe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:c.properties.modelProbe.properties.untestable,data:w};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/modelProbe/un\
testable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.
properties.untestable.type,parentSchema:c.properties.modelProbe.properties.untestable,data:w};r===null?r=[$]:r.push($),s++}var tt=V===s}if(m.source!==void 0){let w=m.
source,V=s,te=s,Q=s;if(typeof w=="string"){if(ae(w)<1){let g={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:w};r===null?r=[g]:r.
push(g),s++}var bc=te===s,tt=V===s}}else{let H={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.modelProbe.type,parentSchema:c.properties.modelProbe,data:m};r===null?r=[H]:r.push(H),s++}var u=qe===s}if(e.webhooks!==void 0){
let m=e.webhooks,qe=s,St=s,ir=s,X=!1,d=null,A=s;if(m&&typeof m=="object"&&!Array.isArray(m)&&m.body===void 0){let H={instancePath:t+"/webhooks",schemaPath:"#/pr\
operties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:c.properties.webhooks.
oneOf[0].required,parentSchema:c.properties.webhooks.oneOf[0],data:m};r===null?r=[H]:r.push(H),s++}var js=A===s;js&&(X=!0,d=0);let ne=s;if(m&&typeof m=="object"&&
!Array.isArray(m)&&m.query===void 0){let H={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"\
query"},message:"must have required property 'query'",schema:c.properties.webhooks.oneOf[1].required,parentSchema:c.properties.webhooks.oneOf[1],data:m};r===null?
r=[H]:r.push(H),s++}var js=ne===s;if(js&&X?(X=!1,d=[d,1]):js&&(X=!0,d=1),X)s=ir,r!==null&&(ir?r.length=ir:r=null);else{let H={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.oneOf,parentSchema:c.
properties.webhooks,data:m};r===null?r=[H]:r.push(H),s++}if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.source===void 0){let w={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.webhooks.
required,parentSchema:c.properties.webhooks,data:m};r===null?r=[w]:r.push(w),s++}let H=s;for(let w in m)if(!(w==="body"||w==="query"||w==="with"||w==="signature"||
w==="challenge"||w==="told"||w==="source")){let V={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks,data:m};r===null?r=[V]:r.push(V),s++}
if(m.body!==void 0){let w=m.body,V=s,te=s,Q=s;if(typeof w=="string"){if(!rt.test(w)){let $={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:w};
r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:se.type,parentSchema:se,data:w};r===null?r=[$]:r.push($),s++}var jh=te===s,xr=V===s}if(m.query!==void 0){let w=m.query,V=s,te=s;if(typeof w=="\
string"){if(ae(w)<1){let $={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.query,data:w};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+
"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.query.type,parentSchema:c.properties.webhooks.properties.query,data:w};r===null?r=[$]:r.push($),s++}var xr=V===s}if(m.with!==void 0){let w=m.with,V=s,
te=s;if(Array.isArray(w)){if(w.length<1){let v={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.with,data:w};r===null?r=[v]:r.push(v),s++}let $=!0,g=w.
length;for(let v=0;v<g;v++){let I=w[v],C=s,N=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.to===void 0){let B={instancePath:t+"/webhooks/with/"+v,schemaPath:"\
#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:c.properties.
webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:I};r===null?r=[B]:r.push(B),s++}if(I.constant===void 0){let B={
instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"\
must have required property 'constant'",schema:c.properties.webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:I};
r===null?r=[B]:r.push(B),s++}let J=s;for(let B in I)if(!(B==="to"||B==="constant")){let oe={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks\
/properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},message:"must NOT have additional properties",schema:!1,
parentSchema:c.properties.webhooks.properties.with.items,data:I};r===null?r=[oe]:r.push(oe),s++}if(I.to!==void 0){let B=I.to,oe=s,Re=s,ct=s;if(typeof B=="string"){
if(!rt.test(B)){let Pe={instancePath:t+"/webhooks/with/"+v+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:B};r===null?r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+
"/webhooks/with/"+v+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:B};
r===null?r=[Pe]:r.push(Pe),s++}var wc=Re===s,Th=oe===s}}else{let J={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/with/items/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.with.items.type,parentSchema:c.properties.webhooks.properties.
with.items,data:I};r===null?r=[J]:r.push(J),s++}var vc=C===s;vc||($=!1)}}else{let $={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/propertie\
s/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.with.type,parentSchema:c.properties.webhooks.properties.
with,data:w};r===null?r=[$]:r.push($),s++}var xr=V===s}if(m.signature!==void 0){let w=m.signature,V=s,te=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.algorithm===
void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"\
algorithm"},message:"must have required property 'algorithm'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.properties.
signature,data:w};r===null?r=[g]:r.push(g),s++}if(w.header===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/si\
gnature/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.webhooks.properties.signature.
required,parentSchema:c.properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(g),s++}if(w.encoding===void 0){let g={instancePath:t+"/webhooks/s\
ignature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required pr\
operty 'encoding'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(
g),s++}if(w.signed===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{
missingProperty:"signed"},message:"must have required property 'signed'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.
properties.signature,data:w};r===null?r=[g]:r.push(g),s++}if(w.key===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/prope\
rties/signature/required",keyword:"required",params:{missingProperty:"key"},message:"must have required property 'key'",schema:c.properties.webhooks.properties.
signature.required,parentSchema:c.properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(g),s++}let $=s;for(let g in w)if(!kn.call(c.properties.
webhooks.properties.signature.properties,g)){let v={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:g},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.
signature,data:w};r===null?r=[v]:r.push(v),s++}if(w.algorithm!==void 0){let g=w.algorithm,v=s,I=c.properties.webhooks.properties.signature.properties.algorithm.
enum;if(!(g==="hmac-sha256"||g==="hmac-sha512"||g==="ed25519")){let C={instancePath:t+"/webhooks/signature/algorithm",schemaPath:"#/properties/webhooks/properti\
es/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.algorithm.enum},message:"must\
 be equal to one of the allowed values",schema:c.properties.webhooks.properties.signature.properties.algorithm.enum,parentSchema:c.properties.webhooks.properties.
signature.properties.algorithm,data:g};r===null?r=[C]:r.push(C),s++}var qr=v===s}if(w.header!==void 0){let g=w.header,v=s,I=s,C=s;if(typeof g=="string"){if(!wn.
test(g)){let J={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Tr,data:g};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/webhooks/s\
ignature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Tr.type,parentSchema:Tr,data:g};r===
null?r=[J]:r.push(J),s++}var Ah=I===s,qr=v===s}if(w.separator!==void 0){let g=w.separator,v=s,I=s;if(typeof g=="string"){if(ae(g)<1){let N={instancePath:t+"/web\
hooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.separator,data:g};r===null?r=[N]:r.push(N),s++}}else{
let N={instancePath:t+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.
properties.separator,data:g};r===null?r=[N]:r.push(N),s++}var qr=v===s}if(w.prefix!==void 0){let g=w.prefix,v=s,I=s;if(typeof g=="string"){if(ae(g)<1){let N={instancePath:t+
"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.prefix,data:g};r===null?r=[N]:r.push(N),s++}}else{
let N={instancePath:t+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.prefix.type,parentSchema:c.properties.webhooks.properties.signature.
properties.prefix,data:g};r===null?r=[N]:r.push(N),s++}var qr=v===s}if(w.encoding!==void 0){let g=w.encoding,v=s,I=c.properties.webhooks.properties.signature.properties.
encoding.enum;if(!(g==="hex"||g==="base64")){let N={instancePath:t+"/webhooks/signature/encoding",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/encoding/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.encoding.enum},message:"must be equal to one of th\
e allowed values",schema:c.properties.webhooks.properties.signature.properties.encoding.enum,parentSchema:c.properties.webhooks.properties.signature.properties.
encoding,data:g};r===null?r=[N]:r.push(N),s++}var qr=v===s}if(w.headers!==void 0){let g=w.headers,v=s,I=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(Object.
keys(g).length<1){let J={instancePath:t+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.headers,
data:g};r===null?r=[J]:r.push(J),s++}let N=s;for(let J in g){let B=g[J],oe=s,Re=s,ct=s;if(typeof B=="string"){if(!wn.test(B)){let Pe={instancePath:t+"/webhooks/\
signature/headers/"+J.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Tr,data:B};r===null?r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+"/webhook\
s/signature/headers/"+J.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:Tr.type,parentSchema:Tr,data:B};r===null?r=[Pe]:r.push(Pe),s++}var Ts=Re===s,Nh=oe===s}}else{let N={instancePath:t+"/webhooks/signature/headers",schemaPath:"\
#/properties/webhooks/properties/signature/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.headers.type,parentSchema:c.properties.webhooks.properties.signature.properties.headers,data:g};r===null?r=[N]:r.push(N),s++}var qr=v===
s}if(w.signed!==void 0){let g=w.signed,v=s,I=s;if(typeof g=="string"){if(ae(g)<1){let N={instancePath:t+"/webhooks/signature/signed",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/signed/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/webhooks/signature/signed",schemaPath:"\
#/properties/webhooks/properties/signature/properties/signed/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.
signature.properties.signed.type,parentSchema:c.properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[N]:r.push(N),s++}var qr=v===s}if(w.
time!==void 0){let g=w.time,v=s,I=s,C=s,N=!1,J=null,B=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.header===void 0){let ct={instancePath:t+"/webhooks/signat\
ure/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"\
must have required property 'header'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[0].required,parentSchema:c.properties.webhooks.properties.
signature.properties.time.oneOf[0],data:g};r===null?r=[ct]:r.push(ct),s++}var fn=B===s;fn&&(N=!0,J=0);let oe=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.member===
void 0){let ct={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"member"},message:"must have required property 'member'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[1].
required,parentSchema:c.properties.webhooks.properties.signature.properties.time.oneOf[1],data:g};r===null?r=[ct]:r.push(ct),s++}var fn=oe===s;if(fn&&N?(N=!1,J=
[J,1]):fn&&(N=!0,J=1),N)s=C,r!==null&&(C?r.length=C:r=null);else{let ct={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/\
signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:J},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.properties.
signature.properties.time.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[ct]:r.push(ct),s++}if(g&&typeof g=="\
object"&&!Array.isArray(g)){if(g.unit===void 0){let M={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properti\
es/time/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:c.properties.webhooks.properties.signature.
properties.time.required,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[M]:r.push(M),s++}if(g.toleranceSeconds===void 0){
let M={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:c.properties.webhooks.properties.signature.properties.time.required,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[M]:r.push(M),s++}let ct=s;for(let M in g)if(!(M==="header"||M==="separator"||M==="p\
refix"||M==="member"||M==="unit"||M==="toleranceSeconds")){let ze={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signat\
ure/properties/time/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[ze]:r.push(ze),s++}if(g.header!==void 0){let M=g.header,ze=s,et=s,ut=s;if(typeof M==
"string"){if(!wn.test(M)){let Ce={instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Tr,data:M};r===null?r=[Ce]:r.push(Ce),s++}}else{let Ce={
instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Tr.type,
parentSchema:Tr,data:M};r===null?r=[Ce]:r.push(Ce),s++}var Rh=et===s,yr=ze===s}if(g.separator!==void 0){let M=g.separator,ze=s,et=s;if(typeof M=="string"){if(ae(
M)<1){let Ce={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.
time.properties.separator,data:M};r===null?r=[Ce]:r.push(Ce),s++}}else{let Ce={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/time/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.signature.properties.time.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.separator,data:M};
r===null?r=[Ce]:r.push(Ce),s++}var yr=ze===s}if(g.prefix!==void 0){let M=g.prefix,ze=s,et=s;if(typeof M=="string"){if(ae(M)<1){let Ce={instancePath:t+"/webhooks\
/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:M};r===null?
r=[Ce]:r.push(Ce),s++}}else{let Ce={instancePath:t+"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/prop\
erties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.time.properties.
prefix.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:M};r===null?r=[Ce]:r.push(Ce),s++}var yr=ze===s}if(g.
member!==void 0){let M=g.member,ze=s,et=s,ut=s;if(typeof M=="string"){if(!rt.test(M)){let Le={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:se,data:M};r===null?r=[Le]:r.push(Le),s++}}else{let Le={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:M};r===null?r=[Le]:r.push(Le),s++}var Eh=et===s,yr=ze===s}if(g.unit!==
void 0){let M=g.unit,ze=s,et=c.properties.webhooks.properties.signature.properties.time.properties.unit.enum;if(!(M==="seconds"||M==="milliseconds"||M==="rfc333\
9")){let Ce={instancePath:t+"/webhooks/signature/time/unit",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"\
enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",
schema:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.
unit,data:M};r===null?r=[Ce]:r.push(Ce),s++}var yr=ze===s}if(g.toleranceSeconds!==void 0){let M=g.toleranceSeconds,ze=s;if(!(typeof M=="number"&&!(M%1)&&!isNaN(
M))){let Ce={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/tolera\
nceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.
type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:M};r===null?r=[Ce]:r.push(Ce),s++}let et=s;if(typeof M==
"number"){if(M>3600||isNaN(M)){let Ce={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:c.properties.
webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:M};r===null?r=[Ce]:r.push(Ce),s++}if(M<1||isNaN(M)){let Ce={instancePath:t+"/webh\
ooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minim\
um",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:M};r===null?r=[Ce]:r.push(Ce),s++}}var yr=ze===s}let Pe;if(g.separator!==void 0&&g.header===void 0){let M={instancePath:t+"/webhooks/signature/time",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",
depsCount:1,deps:"header"},message:"must have property header when property separator is present",schema:c.properties.webhooks.properties.signature.properties.time.
dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[M]:r.push(M),s++}if(g.prefix!==void 0&&g.header===
void 0){let M={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"depe\
ndentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when property prefix is present",
schema:c.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};
r===null?r=[M]:r.push(M),s++}}else{let ct={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.time.type,parentSchema:c.properties.
webhooks.properties.signature.properties.time,data:g};r===null?r=[ct]:r.push(ct),s++}var qr=v===s}if(w.key!==void 0){let g=w.key,v=s,I=s,C=!1,N=null,J=s,B=s;if(g&&
typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let M={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/\
properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.
signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[M]:r.push(M),s++}
if(g.path===void 0){let M={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].
required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[M]:r.push(M),s++}if(g.at===void 0){let M={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[M]:r.push(M),s++}if(g.encoding===void 0){let M={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required p\
roperty 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:g};r===null?r=[M]:r.push(M),s++}let Pe=s;for(let M in g)if(!(M==="by"||M==="path"||M==="at"||M==="prefix"||M==="encoding")){let ze={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};
r===null?r=[ze]:r.push(ze),s++}if(g.by!==void 0){let M=g.by,ze=s;if(M!=="request"){let et={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/\
webhooks/properties/signature/properties/key/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"\
request",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].properties.by,data:M};r===null?r=[et]:r.push(et),s++}var ps=ze===s}if(g.
path!==void 0){let M=g.path,ze=s,et=s,ut=s;if(typeof M=="string"){if(!Zt.test(M)){let Le={instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path\
/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:M};r===null?r=[Le]:r.push(Le),s++}}else{let Le={
instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:M};r===null?r=[Le]:r.push(Le),s++}var kc=et===s,ps=ze===s}if(g.at!==void 0){let M=g.at,ze=s,et=s,ut=s;if(typeof M=="string"){if(!rt.test(M)){let Le={instancePath:t+
"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:M};r===null?r=[Le]:r.push(Le),s++}}else{let Le={instancePath:t+"/webhooks/signature/key/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:M};r===null?r=[Le]:r.push(Le),s++}var Pc=et===
s,ps=ze===s}if(g.prefix!==void 0){let M=g.prefix,ze=s,et=s,ut=s;if(typeof M=="string"){if(ae(M)<1){let Le={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"\
#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:As,data:M};r===null?r=[Le]:
r.push(Le),s++}}else{let Le={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:As.type,parentSchema:As,data:M};r===null?r=[Le]:r.push(Le),s++}var Ih=et===s,ps=ze===s}if(g.encoding!==void 0){let M=g.encoding,ze=s,et=s,
ut=Hr.enum;if(!(M==="text"||M==="hex"||M==="base64")){let Le={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"e\
num",params:{allowedValues:Hr.enum},message:"must be equal to one of the allowed values",schema:Hr.enum,parentSchema:Hr,data:M};r===null?r=[Le]:r.push(Le),s++}var $c=et===
s,ps=ze===s}}else{let Pe={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[Pe]:r.push(Pe),s++}var zr=J===s;if(zr){C=!0,N=0;var hn=!0}let oe=s,Re=s;if(g&&typeof g=="object"&&
!Array.isArray(g)){if(g.by===void 0){let M={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf\
/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.
key.oneOf[1].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[M]:r.push(M),s++}if(g.encoding===void 0){
let M={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{
missingProperty:"encoding"},message:"must have required property 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[M]:r.push(M),s++}let Pe=s;for(let M in g)if(!(M==="by"||M===
"prefix"||M==="encoding")){let ze={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[1],data:g};r===null?r=[ze]:r.push(ze),s++}if(g.by!==void 0){let M=g.by,ze=s;if(M!=="setting"){let et={instancePath:t+"\
/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
setting"},message:"must be equal to constant",schema:"setting",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:M};
r===null?r=[et]:r.push(et),s++}var Do=ze===s}if(g.prefix!==void 0){let M=g.prefix,ze=s,et=s,ut=s;if(typeof M=="string"){if(ae(M)<1){let Le={instancePath:t+"/web\
hooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:As,data:M};r===null?r=[Le]:r.push(Le),s++}}else{let Le={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:As.type,parentSchema:As,data:M};r===null?r=[Le]:r.push(Le),s++}var zo=et===s,Do=ze===s}if(g.encoding!==
void 0){let M=g.encoding,ze=s,et=s,ut=Hr.enum;if(!(M==="text"||M==="hex"||M==="base64")){let Le={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#\
/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:Hr.enum},message:"must be equal to one of the allowed values",schema:Hr.enum,parentSchema:Hr,data:M};
r===null?r=[Le]:r.push(Le),s++}var Mh=et===s,Do=ze===s}}else{let Pe={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signa\
ture/properties/key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.
oneOf[1].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[Pe]:r.push(Pe),s++}var zr=oe===s;if(zr&&C)C=!1,
N=[N,1];else{zr&&(C=!0,N=1,hn!==!0&&(hn=!0));let Pe=s,M=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let ut={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must\
 have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2],data:g};r===null?r=[ut]:r.push(ut),s++}if(g.url===void 0){let ut={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:c.
properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};
r===null?r=[ut]:r.push(ut),s++}let et=s;for(let ut in g)if(!(ut==="by"||ut==="url")){let Ce={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ut},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[Ce]:r.push(Ce),s++}if(g.by!==
void 0){let ut=g.by,Ce=s;if(ut!=="key-set"){let Le={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/propertie\
s/key/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.by,data:ut};r===null?r=[Le]:r.push(Le),s++}var Sc=Ce===s}if(g.url!==void 0){let ut=g.url,Ce=s,Le=s;
if(typeof ut=="string"){if(!jc.test(ut)){let bn={instancePath:t+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url,data:ut};r===null?r=[bn]:r.push(bn),s++}}else{let bn={instancePath:t+"/webhooks/signature/k\
ey/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2].properties.url,data:ut};r===null?r=[bn]:r.push(bn),s++}var Sc=Ce===s}}else{let et={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.key.oneOf[2].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[et]:r.push(
et),s++}var zr=Pe===s;zr&&C?(C=!1,N=[N,2]):zr&&(C=!0,N=2,hn!==!0&&(hn=!0))}if(C)s=I,r!==null&&(I?r.length=I:r=null);else{let Pe={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:N},message:"must match exactly one\
 schema in oneOf",schema:c.properties.webhooks.properties.signature.properties.key.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.key,
data:g};r===null?r=[Pe]:r.push(Pe),s++}var qr=v===s}}else{let $={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.type,parentSchema:c.properties.webhooks.properties.
signature,data:w};r===null?r=[$]:r.push($),s++}var xr=V===s}if(m.challenge!==void 0){let w=m.challenge,V=s,te=s,Q=s;if(typeof w=="string"){if(!rt.test(w)){let g={
instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/challenge",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:w};r===null?r=[g]:r.push(g),s++}var Co=te===
s,xr=V===s}if(m.told!==void 0){let w=m.told,V=s,te=s;if(Array.isArray(w)){if(w.length<1){let v={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhook\
s/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.
told,data:w};r===null?r=[v]:r.push(v),s++}let $=!0,g=w.length;for(let v=0;v<g;v++){let I=w[v],C=s,N=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.at===void 0){
let B={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.properties.webhooks.properties.told.items,data:I};r===
null?r=[B]:r.push(B),s++}if(I.fact===void 0){let B={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.
properties.webhooks.properties.told.items,data:I};r===null?r=[B]:r.push(B),s++}let J=s;for(let B in I)if(!(B==="at"||B==="fact")){let oe={instancePath:t+"/webho\
oks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.told.items,data:I};r===null?r=[oe]:r.push(oe),s++}if(I.at!==void 0){
let B=I.at,oe=s,Re=s,ct=s;if(typeof B=="string"){if(!rt.test(B)){let Pe={instancePath:t+"/webhooks/told/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:B};r===null?
r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+"/webhooks/told/"+v+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:se.type,parentSchema:se,data:B};r===null?r=[Pe]:r.push(Pe),s++}var Lh=Re===s,Wo=oe===s}if(I.fact!==void 0){let B=I.fact,oe=s,Re=c.properties.
webhooks.properties.told.items.properties.fact.enum;if(!(B==="id"||B==="model"||B==="created")){let Pe={instancePath:t+"/webhooks/told/"+v+"/fact",schemaPath:"#\
/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.told.items.properties.fact.
enum},message:"must be equal to one of the allowed values",schema:c.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:c.properties.webhooks.
properties.told.items.properties.fact,data:B};r===null?r=[Pe]:r.push(Pe),s++}var Wo=oe===s}}else{let J={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/propert\
ies/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.told.items.type,
parentSchema:c.properties.webhooks.properties.told.items,data:I};r===null?r=[J]:r.push(J),s++}var Or=C===s;Or||($=!1)}}else{let $={instancePath:t+"/webhooks/tol\
d",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.
told.type,parentSchema:c.properties.webhooks.properties.told,data:w};r===null?r=[$]:r.push($),s++}var xr=V===s}if(m.source!==void 0){let w=m.source,V=s,te=s,Q=s;
if(typeof w=="string"){if(ae(w)<1){let g={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:w};r===null?r=[g]:r.push(g),s++}var Fh=te===
s,xr=V===s}}else{let H={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.webhooks.type,parentSchema:c.properties.webhooks,data:m};r===null?r=[H]:r.push(H),s++}var u=qe===s}if(e.rateHeaders!==void 0){let m=e.rateHeaders,qe=s;
Ns(m,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?Ns.errors:r.concat(Ns.errors),s=r.length);
var u=qe===s}if(e.upload!==void 0){let m=e.upload,qe=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.method===void 0){let d={instancePath:t+"/upload",schemaPath:"\
#/properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:c.properties.upload.required,
parentSchema:c.properties.upload,data:m};r===null?r=[d]:r.push(d),s++}if(m.path===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.upload.required,parentSchema:c.properties.
upload,data:m};r===null?r=[d]:r.push(d),s++}if(m.reference===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",
params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:m};
r===null?r=[d]:r.push(d),s++}if(m.source===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:m};r===null?r=[d]:r.push(d),s++}
let X=s;for(let d in m)if(!(d==="method"||d==="path"||d==="field"||d==="reference"||d==="source")){let A={instancePath:t+"/upload",schemaPath:"#/properties/uplo\
ad/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
upload,data:m};r===null?r=[A]:r.push(A),s++}if(m.method!==void 0){let d=m.method,A=s,ne=c.properties.upload.properties.method.enum;if(!(d==="POST"||d==="PUT")){
let be={instancePath:t+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:c.properties.upload.properties.
method.enum},message:"must be equal to one of the allowed values",schema:c.properties.upload.properties.method.enum,parentSchema:c.properties.upload.properties.
method,data:d};r===null?r=[be]:r.push(be),s++}var jr=A===s}if(m.path!==void 0){let d=m.path,A=s,ne=s,be=s;if(typeof d=="string"){if(!Zt.test(d)){let w={instancePath:t+
"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:d};r===
null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:We.type,parentSchema:We,data:d};r===null?r=[w]:r.push(w),s++}var Vh=ne===s,jr=A===s}if(m.field!==void 0){let d=m.field,A=s,ne=s;if(typeof d=="string"){if(ae(
d)<1){let H={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/uploa\
d/field",schemaPath:"#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.upload.properties.
field.type,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[H]:r.push(H),s++}var jr=A===s}if(m.reference!==void 0){let d=m.reference,A=s,ne=s,
be=s;if(typeof d=="string"){if(!rt.test(d)){let w={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:d};r===null?r=[w]:r.push(w),s++}}else{
let w={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,
data:d};r===null?r=[w]:r.push(w),s++}var Uh=ne===s,jr=A===s}if(m.source!==void 0){let d=m.source,A=s,ne=s,be=s;if(typeof d=="string"){if(ae(d)<1){let w={instancePath:t+
"/upload/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var Jh=ne===s,jr=A===s}}else{let X={instancePath:t+"/upload",schemaPath:"#/p\
roperties/upload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.upload.type,parentSchema:c.properties.upload,data:m};r===
null?r=[X]:r.push(X),s++}var u=qe===s}if(e.operations!==void 0){let m=e.operations,qe=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length<
1){let d={instancePath:t+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer \
than 1 properties",schema:1,parentSchema:c.properties.operations,data:m};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in m)if(!(d==="video"||d==="image"||d===
"audio"||d==="mesh")){let A={instancePath:t+"/operations",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.operations,data:m};r===null?r=[A]:r.push(A),s++}if(m.video!==void 0){let d=m.video,
A=s;Lt(d,{instancePath:t+"/operations/video",parentData:m,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?Lt.errors:r.concat(Lt.errors),s=
r.length);var yn=A===s}if(m.image!==void 0){let d=m.image,A=s;Lt(d,{instancePath:t+"/operations/image",parentData:m,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||
(r=r===null?Lt.errors:r.concat(Lt.errors),s=r.length);var yn=A===s}if(m.audio!==void 0){let d=m.audio,A=s;Lt(d,{instancePath:t+"/operations/audio",parentData:m,
parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||(r=r===null?Lt.errors:r.concat(Lt.errors),s=r.length);var yn=A===s}if(m.mesh!==void 0){let d=m.mesh,A=s;
Lt(d,{instancePath:t+"/operations/mesh",parentData:m,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?Lt.errors:r.concat(Lt.errors),s=r.length);
var yn=A===s}}else{let X={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.properties.operations.type,parentSchema:c.properties.operations,data:m};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.errors!==void 0){let m=e.errors,
qe=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.message===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"\
required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:c.properties.errors.required,parentSchema:c.properties.errors,
data:m};r===null?r=[d]:r.push(d),s++}if(m.code===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:m};r===null?r=[d]:r.push(d),s++}if(m.
proofs===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must ha\
ve required property 'proofs'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:m};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in m)
if(!(d==="message"||d==="code"||d==="status"||d==="inside"||d==="proofs")){let A={instancePath:t+"/errors",schemaPath:"#/properties/errors/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors,data:m};r===
null?r=[A]:r.push(A),s++}if(m.message!==void 0){let d=m.message,A=s;xt(d,{instancePath:t+"/errors/message",parentData:m,parentDataProperty:"message",rootData:o,
dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var Cr=A===s}if(m.code!==void 0){let d=m.code,A=s;xt(d,{instancePath:t+"/errors/code",
parentData:m,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var Cr=A===s}if(m.status!==void 0){let d=m.
status,A=s,ne=s,be=s;if(typeof d=="string"){if(!rt.test(d)){let w={instancePath:t+"/errors/status",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:d};r===null?r=[w]:r.push(
w),s++}}else{let w={instancePath:t+"/errors/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,
parentSchema:se,data:d};r===null?r=[w]:r.push(w),s++}var Dh=ne===s,Cr=A===s}if(m.inside!==void 0){let d=m.inside,A=s,ne=s;if(d&&typeof d=="object"&&!Array.isArray(
d)){if(d.at===void 0){let w={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.errors.properties.inside,data:d};
r===null?r=[w]:r.push(w),s++}if(d.source===void 0){let w={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"r\
equired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.
errors.properties.inside,data:d};r===null?r=[w]:r.push(w),s++}let H=s;for(let w in d)if(!(w==="at"||w==="unless"||w==="source")){let V={instancePath:t+"/errors/\
inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT h\
ave additional properties",schema:!1,parentSchema:c.properties.errors.properties.inside,data:d};r===null?r=[V]:r.push(V),s++}if(d.at!==void 0){let w=d.at,V=s,te=s,
Q=s;if(typeof w=="string"){if(!rt.test(w)){let $={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/\
([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:w};r===null?r=[$]:r.push($),s++}}else{
let $={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,
data:w};r===null?r=[$]:r.push($),s++}var b=te===s,$e=V===s}if(d.unless!==void 0){let w=d.unless,V=s;if(!Array.isArray(w)){let $={instancePath:t+"/errors/inside/\
unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.
errors.properties.inside.properties.unless.type,parentSchema:c.properties.errors.properties.inside.properties.unless,data:w};r===null?r=[$]:r.push($),s++}let te=s;
var $e=V===s}if(d.source!==void 0){let w=d.source,V=s,te=s,Q=s;if(typeof w=="string"){if(ae(w)<1){let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$d\
efs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:w};r===null?r=[g]:r.push(
g),s++}}else{let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:w};r===null?r=[g]:r.push(g),s++}var gt=te===s,$e=V===s}}else{let H={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/pr\
operties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.errors.properties.inside.type,parentSchema:c.properties.
errors.properties.inside,data:d};r===null?r=[H]:r.push(H),s++}var Cr=A===s}if(m.proofs!==void 0){let d=m.proofs,A=s,ne=s;if(Array.isArray(d)){if(d.length<1){let V={
instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer tha\
n 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[V]:r.push(V),s++}let H=!0,w=d.length;for(let V=0;V<w;V++){let te=d[V],
Q=s,$=s;if(te&&typeof te=="object"&&!Array.isArray(te)){if(te.status===void 0){let v={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/propert\
ies/proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:c.properties.errors.properties.
proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?r=[v]:r.push(v),s++}if(te.proves===void 0){let v={instancePath:t+
"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?
r=[v]:r.push(v),s++}if(te.source===void 0){let v={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.
properties.errors.properties.proofs.items,data:te};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in te)if(!(v==="status"||v==="codes"||v==="says"||v==="proves"||
v==="means"||v==="source")){let I={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.proofs.items,
data:te};r===null?r=[I]:r.push(I),s++}if(te.status!==void 0){let v=te.status,I=s,C=s;if(typeof v=="string"){if(!Xh.test(v)){let N={instancePath:t+"/errors/proof\
s/"+V+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:c.properties.errors.properties.proofs.items.properties.status,data:v};r===
null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/errors/proofs/"+V+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.status.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.status,data:v};r===null?r=[N]:r.push(N),s++}var Bt=I===s}if(te.codes!==void 0){let v=te.codes,I=s,C=s;if(Array.isArray(
v)){if(v.length<1){let oe={instancePath:t+"/errors/proofs/"+V+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:v};
r===null?r=[oe]:r.push(oe),s++}let J=!0,B=v.length;for(let oe=0;oe<B;oe++){let Re=v[oe],ct=s;if(typeof Re!="string"){let M={instancePath:t+"/errors/proofs/"+V+"\
/codes/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.errors.properties.proofs.items.properties.codes.items.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes.items,data:Re};
r===null?r=[M]:r.push(M),s++}let Pe=s;var me=ct===s;me||(J=!1)}}else{let J={instancePath:t+"/errors/proofs/"+V+"/codes",schemaPath:"#/properties/errors/properti\
es/proofs/items/properties/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.proofs.items.properties.
codes.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:v};r===null?r=[J]:r.push(J),s++}var Bt=I===s}if(te.says!==void 0){let v=te.
says,I=s,C=s;if(Array.isArray(v)){if(v.length<1){let oe={instancePath:t+"/errors/proofs/"+V+"/says",schemaPath:"#/properties/errors/properties/proofs/items/prop\
erties/says/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.
items.properties.says,data:v};r===null?r=[oe]:r.push(oe),s++}let J=!0,B=v.length;for(let oe=0;oe<B;oe++){let Re=v[oe],ct=s,Pe=s;if(typeof Re=="string"){if(ae(Re)<
1){let M={instancePath:t+"/errors/proofs/"+V+"/says/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.says.items,data:Re};
r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/errors/proofs/"+V+"/says/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/properties/says\
/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:c.
properties.errors.properties.proofs.items.properties.says.items,data:Re};r===null?r=[M]:r.push(M),s++}var f=ct===s;f||(J=!1)}}else{let J={instancePath:t+"/error\
s/proofs/"+V+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:c.properties.errors.properties.proofs.items.properties.says.type,parentSchema:c.properties.errors.properties.proofs.items.properties.says,data:v};r===null?
r=[J]:r.push(J),s++}var Bt=I===s}if(te.proves!==void 0){let v=te.proves,I=s,C=c.properties.errors.properties.proofs.items.properties.proves.enum;if(!(v==="rejec\
ted"||v==="busy"||v==="credentials"||v==="payment"||v==="may-exist"||v==="unknown-model")){let J={instancePath:t+"/errors/proofs/"+V+"/proves",schemaPath:"#/pro\
perties/errors/properties/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:c.properties.errors.properties.proofs.items.properties.proves.
enum},message:"must be equal to one of the allowed values",schema:c.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:c.properties.errors.
properties.proofs.items.properties.proves,data:v};r===null?r=[J]:r.push(J),s++}var Bt=I===s}if(te.means!==void 0){let v=te.means,I=s,C=s;if(typeof v=="string"){
if(ae(v)<1){let J={instancePath:t+"/errors/proofs/"+V+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.means,data:v};
r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/errors/proofs/"+V+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.means.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.means,data:v};r===null?r=[J]:r.push(J),s++}var Bt=I===s}if(te.source!==void 0){let v=te.source,I=s,C=s,N=s;if(typeof v==
"string"){if(ae(v)<1){let B={instancePath:t+"/errors/proofs/"+V+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:re,data:v};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/errors/proofs/"+V+"/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:v};r===null?r=[B]:r.push(B),s++}var P=C===
s,Bt=I===s}}else{let g={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.errors.properties.proofs.items.type,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?r=[g]:r.push(
g),s++}var E=Q===s;E||(H=!1)}}else{let H={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"a\
rray"},message:"must be array",schema:c.properties.errors.properties.proofs.type,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[H]:r.push(
H),s++}var Cr=A===s}}else{let X={instancePath:t+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.errors.type,parentSchema:c.properties.errors,data:m};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.cancelRules!==void 0){let m=e.cancelRules,qe=s,St=s;
if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.queued===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"queued"},message:"must have required property 'queued'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:m};r===null?r=[d]:r.push(d),s++}if(m.processing===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"requ\
ired",params:{missingProperty:"processing"},message:"must have required property 'processing'",schema:c.properties.cancelRules.required,parentSchema:c.properties.
cancelRules,data:m};r===null?r=[d]:r.push(d),s++}if(m.ended===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"ended"},message:"must have required property 'ended'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:m};r===null?r=[d]:r.push(d),s++}if(m.cancelled===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"requi\
red",params:{missingProperty:"cancelled"},message:"must have required property 'cancelled'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:m};r===null?r=[d]:r.push(d),s++}if(m.source===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",
params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:m};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in m)if(!(d==="queued"||d==="processing"||d==="ended"||d==="cancelled"||d==="source")){let A={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:c.properties.cancelRules,data:m};r===null?r=[A]:r.push(A),s++}if(m.queued!==void 0){let d=m.queued,A=s,ne=s,be=s,H=s,
w=s,V=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let te;if(d.body===void 0&&(te="body")||d.error===void 0&&(te="error")){let Q={};r===null?r=[Q]:r.push(Q),s++}}
var Ve=V===s;if(Ve){let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",
schema:W.allOf[0].not,parentSchema:W.allOf[0],data:d};r===null?r=[te]:r.push(te),s++}else s=w,r!==null&&(w?r.length=w:r=null);var Z=H===s;if(d&&typeof d=="objec\
t"&&!Array.isArray(d)){if(d.then===void 0){let Q={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"\
then"},message:"must have required property 'then'",schema:W.required,parentSchema:W,data:d};r===null?r=[Q]:r.push(Q),s++}let te=s;for(let Q in d)if(!(Q==="then"||
Q==="status"||Q==="body"||Q==="error")){let $={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProp\
erties",params:{additionalProperty:Q},message:"must NOT have additional properties",schema:!1,parentSchema:W,data:d};r===null?r=[$]:r.push($),s++}if(d.then!==void 0){
let Q=d.then,$=s,g=W.properties.then.enum;if(!(Q==="cancelled"||Q==="goes-on"||Q==="removed"||Q==="refused")){let v={instancePath:t+"/cancelRules/queued/then",schemaPath:"\
#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:W.properties.then.enum},message:"must be equal to one of the allowed values",schema:W.
properties.then.enum,parentSchema:W.properties.then,data:Q};r===null?r=[v]:r.push(v),s++}var _=$===s}if(d.status!==void 0){let Q=d.status,$=s;if(!(typeof Q=="nu\
mber"&&!(Q%1)&&!isNaN(Q))){let I={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:W.properties.status.type,parentSchema:W.properties.status,data:Q};r===null?r=[I]:r.push(I),s++}let g=s;if(typeof Q=="\
number"){if(Q>599||isNaN(Q)){let I={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{
comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:W.properties.status,data:Q};r===null?r=[I]:r.push(I),s++}if(Q<200||isNaN(Q)){let I={
instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"\
must be >= 200",schema:200,parentSchema:W.properties.status,data:Q};r===null?r=[I]:r.push(I),s++}}var _=$===s}if(d.error!==void 0){let Q=d.error,$=s,g=s;if(Q&&typeof Q==
"object"&&!Array.isArray(Q)){if(Q.code===void 0){let C={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"\
required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:W.properties.error.required,parentSchema:W.properties.error,data:Q};
r===null?r=[C]:r.push(C),s++}if(Q.message===void 0){let C={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",
keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:W.properties.error.required,parentSchema:W.properties.
error,data:Q};r===null?r=[C]:r.push(C),s++}let I=s;for(let C in Q)if(!(C==="code"||C==="message")){let N={instancePath:t+"/cancelRules/queued/error",schemaPath:"\
#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:W.properties.error,data:Q};r===null?r=[N]:r.push(N),s++}if(Q.code!==void 0){let C=Q.code,N=s,J=s;if(typeof C=="string"){if(ae(C)<1){
let B={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:W.properties.error.properties.code,data:C};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+
"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:W.properties.error.properties.code.type,parentSchema:W.properties.error.properties.code,data:C};r===null?r=[B]:r.push(B),s++}var q=N===s}if(Q.message!==
void 0){let C=Q.message,N=s,J=s;if(typeof C=="string"){if(ae(C)<1){let oe={instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/pro\
perties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:W.properties.
error.properties.message,data:C};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/\
properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:W.properties.error.properties.message.type,parentSchema:W.
properties.error.properties.message,data:C};r===null?r=[oe]:r.push(oe),s++}var q=N===s}}else{let I={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$de\
fs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:W.properties.error.type,parentSchema:W.properties.error,
data:Q};r===null?r=[I]:r.push(I),s++}var _=$===s}}else{let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:W.type,parentSchema:W,data:d};r===null?r=[te]:r.push(te),s++}var ie=ne===s,ke=A===s}if(m.processing!==void 0){let d=m.
processing,A=s,ne=s,be=s,H=s,w=s,V=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="error")){let $={};
r===null?r=[$]:r.push($),s++}}var ve=V===s;if(ve){let Q={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},
message:"must NOT be valid",schema:W.allOf[0].not,parentSchema:W.allOf[0],data:d};r===null?r=[Q]:r.push(Q),s++}else s=w,r!==null&&(w?r.length=w:r=null);var ee=H===
s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let $={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/required",keyword:"\
required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:W.required,parentSchema:W,data:d};r===null?r=[$]:r.push($),s++}let Q=s;
for(let $ in d)if(!($==="then"||$==="status"||$==="body"||$==="error")){let g={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/additiona\
lProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:W,data:d};r===null?
r=[g]:r.push(g),s++}if(d.then!==void 0){let $=d.then,g=s,v=W.properties.then.enum;if(!($==="cancelled"||$==="goes-on"||$==="removed"||$==="refused")){let I={instancePath:t+
"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:W.properties.then.enum},message:"must b\
e equal to one of the allowed values",schema:W.properties.then.enum,parentSchema:W.properties.then,data:$};r===null?r=[I]:r.push(I),s++}var G=g===s}if(d.status!==
void 0){let $=d.status,g=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let C={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/pr\
operties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:W.properties.status.type,parentSchema:W.properties.status,data:$};
r===null?r=[C]:r.push(C),s++}let v=s;if(typeof $=="number"){if($>599||isNaN($)){let C={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cance\
lRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:W.properties.status,data:$};
r===null?r=[C]:r.push(C),s++}if($<200||isNaN($)){let C={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",
keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:W.properties.status,data:$};r===null?r=[C]:r.push(C),s++}}
var G=g===s}if(d.error!==void 0){let $=d.error,g=s,v=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.code===void 0){let N={instancePath:t+"/cancelRules/proc\
essing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property \
'code'",schema:W.properties.error.required,parentSchema:W.properties.error,data:$};r===null?r=[N]:r.push(N),s++}if($.message===void 0){let N={instancePath:t+"/c\
ancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have \
required property 'message'",schema:W.properties.error.required,parentSchema:W.properties.error,data:$};r===null?r=[N]:r.push(N),s++}let C=s;for(let N in $)if(!(N===
"code"||N==="message")){let J={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:W.properties.error,data:$};r===null?r=[J]:
r.push(J),s++}if($.code!==void 0){let N=$.code,J=s,B=s;if(typeof N=="string"){if(ae(N)<1){let oe={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:W.
properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"#/$defs/ca\
ncelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:W.properties.error.properties.code.type,parentSchema:W.
properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}var De=J===s}if($.message!==void 0){let N=$.message,J=s,B=s;if(typeof N=="string"){if(ae(
N)<1){let Re={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:W.properties.error.properties.message,data:N};r===null?r=[Re]:r.push(
Re),s++}}else{let Re={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:W.properties.error.properties.message.type,parentSchema:W.properties.error.properties.message,data:N};
r===null?r=[Re]:r.push(Re),s++}var De=J===s}}else{let C={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:W.properties.error.type,parentSchema:W.properties.error,data:$};r===null?r=[C]:r.push(C),s++}var G=g===
s}}else{let Q={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:W.
type,parentSchema:W,data:d};r===null?r=[Q]:r.push(Q),s++}var ot=ne===s,ke=A===s}if(m.ended!==void 0){let d=m.ended,A=s,ne=s,be=s,H=s,w=s,V=s;if(d&&typeof d=="ob\
ject"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="error")){let $={};r===null?r=[$]:r.push($),s++}}var Qe=V===s;if(Qe){let Q={
instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:W.allOf[0].not,parentSchema:W.
allOf[0],data:d};r===null?r=[Q]:r.push(Q),s++}else s=w,r!==null&&(w?r.length=w:r=null);var Ne=H===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){
let $={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have requir\
ed property 'then'",schema:W.required,parentSchema:W,data:d};r===null?r=[$]:r.push($),s++}let Q=s;for(let $ in d)if(!($==="then"||$==="status"||$==="body"||$===
"error")){let g={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},
message:"must NOT have additional properties",schema:!1,parentSchema:W,data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let $=d.then,g=s,v=W.properties.
then.enum;if(!($==="cancelled"||$==="goes-on"||$==="removed"||$==="refused")){let I={instancePath:t+"/cancelRules/ended/then",schemaPath:"#/$defs/cancelRule/pro\
perties/then/enum",keyword:"enum",params:{allowedValues:W.properties.then.enum},message:"must be equal to one of the allowed values",schema:W.properties.then.enum,
parentSchema:W.properties.then,data:$};r===null?r=[I]:r.push(I),s++}var he=g===s}if(d.status!==void 0){let $=d.status,g=s;if(!(typeof $=="number"&&!($%1)&&!isNaN(
$))){let C={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"mu\
st be integer",schema:W.properties.status.type,parentSchema:W.properties.status,data:$};r===null?r=[C]:r.push(C),s++}let v=s;if(typeof $=="number"){if($>599||isNaN(
$)){let C={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:W.properties.status,data:$};r===null?r=[C]:r.push(C),s++}if($<200||isNaN($)){let C={instancePath:t+"/cancelRule\
s/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,
parentSchema:W.properties.status,data:$};r===null?r=[C]:r.push(C),s++}}var he=g===s}if(d.error!==void 0){let $=d.error,g=s,v=s;if($&&typeof $=="object"&&!Array.
isArray($)){if($.code===void 0){let N={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{
missingProperty:"code"},message:"must have required property 'code'",schema:W.properties.error.required,parentSchema:W.properties.error,data:$};r===null?r=[N]:r.
push(N),s++}if($.message===void 0){let N={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",
params:{missingProperty:"message"},message:"must have required property 'message'",schema:W.properties.error.required,parentSchema:W.properties.error,data:$};r===
null?r=[N]:r.push(N),s++}let C=s;for(let N in $)if(!(N==="code"||N==="message")){let J={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule\
/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:W.
properties.error,data:$};r===null?r=[J]:r.push(J),s++}if($.code!==void 0){let N=$.code,J=s,B=s;if(typeof N=="string"){if(ae(N)<1){let oe={instancePath:t+"/cance\
lRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have \
fewer than 1 characters",schema:1,parentSchema:W.properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRu\
les/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:W.
properties.error.properties.code.type,parentSchema:W.properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}var _e=J===s}if($.message!==void 0){
let N=$.message,J=s,B=s;if(typeof N=="string"){if(ae(N)<1){let Re={instancePath:t+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/properties/e\
rror/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:W.properties.error.
properties.message,data:N};r===null?r=[Re]:r.push(Re),s++}}else{let Re={instancePath:t+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/propert\
ies/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:W.properties.error.properties.message.type,parentSchema:W.
properties.error.properties.message,data:N};r===null?r=[Re]:r.push(Re),s++}var _e=J===s}}else{let C={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$de\
fs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:W.properties.error.type,parentSchema:W.properties.error,
data:$};r===null?r=[C]:r.push(C),s++}var he=g===s}}else{let Q={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:W.type,parentSchema:W,data:d};r===null?r=[Q]:r.push(Q),s++}var It=ne===s,ke=A===s}if(m.cancelled!==void 0){let d=m.cancelled,
A=s,ne=s,be=s,H=s,w=s,V=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="error")){let $={};r===null?r=
[$]:r.push($),s++}}var yt=V===s;if(yt){let Q={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"\
must NOT be valid",schema:W.allOf[0].not,parentSchema:W.allOf[0],data:d};r===null?r=[Q]:r.push(Q),s++}else s=w,r!==null&&(w?r.length=w:r=null);var $t=H===s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let $={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/required",keyword:"requ\
ired",params:{missingProperty:"then"},message:"must have required property 'then'",schema:W.required,parentSchema:W,data:d};r===null?r=[$]:r.push($),s++}let Q=s;
for(let $ in d)if(!($==="then"||$==="status"||$==="body"||$==="error")){let g={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/additional\
Properties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:W,data:d};r===null?
r=[g]:r.push(g),s++}if(d.then!==void 0){let $=d.then,g=s,v=W.properties.then.enum;if(!($==="cancelled"||$==="goes-on"||$==="removed"||$==="refused")){let I={instancePath:t+
"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:W.properties.then.enum},message:"must be\
 equal to one of the allowed values",schema:W.properties.then.enum,parentSchema:W.properties.then,data:$};r===null?r=[I]:r.push(I),s++}var Kt=g===s}if(d.status!==
void 0){let $=d.status,g=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let C={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/pro\
perties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:W.properties.status.type,parentSchema:W.properties.status,data:$};r===
null?r=[C]:r.push(C),s++}let v=s;if(typeof $=="number"){if($>599||isNaN($)){let C={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule\
/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:W.properties.status,data:$};r===
null?r=[C]:r.push(C),s++}if($<200||isNaN($)){let C={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"\
minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:W.properties.status,data:$};r===null?r=[C]:r.push(C),s++}}var Kt=g===
s}if(d.error!==void 0){let $=d.error,g=s,v=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.code===void 0){let N={instancePath:t+"/cancelRules/cancelled/erro\
r",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:W.
properties.error.required,parentSchema:W.properties.error,data:$};r===null?r=[N]:r.push(N),s++}if($.message===void 0){let N={instancePath:t+"/cancelRules/cancel\
led/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property \
'message'",schema:W.properties.error.required,parentSchema:W.properties.error,data:$};r===null?r=[N]:r.push(N),s++}let C=s;for(let N in $)if(!(N==="code"||N==="\
message")){let J={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:W.properties.error,data:$};r===null?r=[J]:r.push(J),s++}
if($.code!==void 0){let N=$.code,J=s,B=s;if(typeof N=="string"){if(ae(N)<1){let oe={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cance\
lRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:W.properties.
error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cancelRule/pro\
perties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:W.properties.error.properties.code.type,parentSchema:W.
properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}var Wr=J===s}if($.message!==void 0){let N=$.message,J=s,B=s;if(typeof N=="string"){if(ae(
N)<1){let Re={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:W.properties.error.properties.message,data:N};r===null?r=[Re]:r.push(
Re),s++}}else{let Re={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:W.properties.error.properties.message.type,parentSchema:W.properties.error.properties.message,data:N};
r===null?r=[Re]:r.push(Re),s++}var Wr=J===s}}else{let C={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:W.properties.error.type,parentSchema:W.properties.error,data:$};r===null?r=[C]:r.push(C),s++}var Kt=g===
s}}else{let Q={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:W.
type,parentSchema:W,data:d};r===null?r=[Q]:r.push(Q),s++}var Kr=ne===s,ke=A===s}if(m.source!==void 0){let d=m.source,A=s,ne=s,be=s;if(typeof d=="string"){if(ae(
d)<1){let w={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var _c=ne===s,ke=A===s}}else{let X={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.cancelRules.type,parentSchema:c.
properties.cancelRules,data:m};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.disagreements!==void 0){let m=e.disagreements,qe=s,St=s;if(Array.isArray(m)){let X=!0,
d=m.length;for(let A=0;A<d;A++){let ne=m[A],be=s,H=s;if(ne&&typeof ne=="object"&&!Array.isArray(ne)){if(ne.topic===void 0){let V={instancePath:t+"/disagreements\
/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:c.
properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ne};r===null?r=[V]:r.push(V),s++}if(ne.between===void 0){let V={instancePath:t+
"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required pro\
perty 'between'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ne};r===null?r=[V]:r.push(V),s++}if(ne.follows===
void 0){let V={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"\
must have required property 'follows'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ne};r===null?r=[V]:r.
push(V),s++}let w=s;for(let V in ne)if(!(V==="topic"||V==="between"||V==="follows")){let te={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagre\
ements/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:V},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.disagreements.items,data:ne};r===null?r=[te]:r.push(te),s++}if(ne.topic!==void 0){let V=ne.topic,te=s,Q=s;if(typeof V=="string"){if(ae(V)<1){let $={instancePath:t+
"/disagreements/"+A+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.topic,data:V};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+
"/disagreements/"+A+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.disagreements.items.properties.topic.type,parentSchema:c.properties.disagreements.items.properties.topic,data:V};r===null?r=[$]:r.push($),s++}
var Mt=te===s}if(ne.between!==void 0){let V=ne.between,te=s,Q=s;if(Array.isArray(V)){if(V.length<1){let I={instancePath:t+"/disagreements/"+A+"/between",schemaPath:"\
#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.disagreements.items.properties.between,data:V};r===null?r=[I]:r.push(I),s++}let g=!0,v=V.length;for(let I=0;I<v;I++){let C=V[I],N=s,J=s,B=s;if(typeof C==
"string"){if(ae(C)<1){let oe={instancePath:t+"/disagreements/"+A+"/between/"+I,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:C};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/disagreements/"+A+"/betwee\
n/"+I,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:C};r===null?r=[oe]:r.push(
oe),s++}var bt=J===s,gr=N===s;gr||(g=!1)}}else{let g={instancePath:t+"/disagreements/"+A+"/between",schemaPath:"#/properties/disagreements/items/properties/betw\
een/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.disagreements.items.properties.between.type,parentSchema:c.properties.
disagreements.items.properties.between,data:V};r===null?r=[g]:r.push(g),s++}var Mt=te===s}if(ne.follows!==void 0){let V=ne.follows,te=s,Q=s;if(typeof V=="string"){
if(ae(V)<1){let g={instancePath:t+"/disagreements/"+A+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.follows,data:V};r===null?r=[g]:
r.push(g),s++}}else{let g={instancePath:t+"/disagreements/"+A+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.disagreements.items.properties.follows.type,parentSchema:c.properties.disagreements.items.properties.
follows,data:V};r===null?r=[g]:r.push(g),s++}var Mt=te===s}}else{let w={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.disagreements.items.type,parentSchema:c.properties.disagreements.items,data:ne};r===null?
r=[w]:r.push(w),s++}var gn=be===s;gn||(X=!1)}}else{let X={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:c.properties.disagreements.type,parentSchema:c.properties.disagreements,data:m};r===null?r=[X]:r.push(X),s++}var u=qe===s}}else{
let ca={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.type,parentSchema:c,data:e};r===null?r=[ca]:r.
push(ca),s++}return da.errors=r,s===0}da.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Fs=ce(Ze=>{"use strict";Object.defineProperty(Ze,"__esModule",{value:!0});Ze.regexpCode=Ze.getEsmExportName=Ze.getProperty=Ze.safeStringify=Ze.stringify=Ze.
strConcat=Ze.addCodeArg=Ze.str=Ze._=Ze.nil=Ze._Code=Ze.Name=Ze.IDENTIFIER=Ze._CodeOrName=void 0;var Sn=class{};Ze._CodeOrName=Sn;Ze.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var us=class extends Sn{constructor(t){if(super(),!Ze.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};Ze.Name=us;var Xt=class extends Sn{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?
t:this._str=this._items.reduce((n,a)=>`${n}${a}`,"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((n,a)=>(a instanceof
us&&(n[a.str]=(n[a.str]||0)+1),n),{})}};Ze._Code=Xt;Ze.nil=new Xt("");function td(e,...t){let n=[e[0]],a=0;for(;a<t.length;)ni(n,t[a]),n.push(e[++a]);return new Xt(
n)}Ze._=td;var si=new Xt("+");function rd(e,...t){let n=[_n(e[0])],a=0;for(;a<t.length;)n.push(si),ni(n,t[a]),n.push(si,_n(e[++a]));return gy(n),new Xt(n)}Ze.str=
rd;function ni(e,t){t instanceof Xt?e.push(...t._items):t instanceof us?e.push(t):e.push(vy(t))}Ze.addCodeArg=ni;function gy(e){let t=1;for(;t<e.length-1;){if(e[t]===
si){let n=by(e[t-1],e[t+1]);if(n!==void 0){e.splice(t-1,3,n);continue}e[t++]="+"}t++}}function by(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="s\
tring")return t instanceof us||e[e.length-1]!=='"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="st\
ring"&&t[0]==='"'&&!(e instanceof us))return`"${e}${t.slice(1)}`}function wy(e,t){return t.emptyStr()?e:e.emptyStr()?t:rd`${e}${t}`}Ze.strConcat=wy;function vy(e){
return typeof e=="number"||typeof e=="boolean"||e===null?e:_n(Array.isArray(e)?e.join(","):e)}function ky(e){return new Xt(_n(e))}Ze.stringify=ky;function _n(e){
return JSON.stringify(e).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}Ze.safeStringify=_n;function Py(e){return typeof e=="string"&&Ze.IDENTIFIER.test(
e)?new Xt(`.${e}`):td`[${e}]`}Ze.getProperty=Py;function $y(e){if(typeof e=="string"&&Ze.IDENTIFIER.test(e))return new Xt(`${e}`);throw new Error(`CodeGen: inva\
lid export name: ${e}, use explicit $id name mapping`)}Ze.getEsmExportName=$y;function Sy(e){return new Xt(e.toString())}Ze.regexpCode=Sy});var ii=ce(Dt=>{"use strict";Object.defineProperty(Dt,"__esModule",{value:!0});Dt.ValueScope=Dt.ValueScopeName=Dt.Scope=Dt.varKinds=Dt.UsedValueState=void 0;var Jt=Fs(),
ai=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},ya;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(ya||(Dt.UsedValueState=ya={}));Dt.varKinds={const:new Jt.Name("const"),let:new Jt.Name("let"),var:new Jt.Name("var")};var ga=class{constructor({
prefixes:t,parent:n}={}){this._names={},this._prefixes=t,this._parent=n}toName(t){return t instanceof Jt.Name?t:this.name(t)}name(t){return new Jt.Name(this._newName(
t))}_newName(t){let n=this._names[t]||this._nameGroup(t);return`${t}${n.index++}`}_nameGroup(t){var n,a;if(!((a=(n=this._parent)===null||n===void 0?void 0:n._prefixes)===
null||a===void 0)&&a.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};Dt.Scope=ga;var ba=class extends Jt.Name{constructor(t,n){super(n),this.prefix=t}setValue(t,{property:n,itemIndex:a}){this.value=t,this.scopePath=
(0,Jt._)`.${new Jt.Name(n)}[${a}]`}};Dt.ValueScopeName=ba;var _y=(0,Jt._)`\n`,oi=class extends ga{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?_y:Jt.nil}}get(){return this._scope}name(t){return new ba(t,this._newName(t))}value(t,n){var a;if(n.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(a=n.key)!==null&&a!==void 0?a:n.ref,s=this._values[i];if(s){let u=s.get(r);if(u)return u}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),l=p.length;return p[l]=n.ref,o.setValue(n,{property:i,itemIndex:l}),o}getValue(t,n){
let a=this._values[t];if(a)return a.get(n)}scopeRefs(t,n=this._values){return this._reduceValues(n,a=>{if(a.scopePath===void 0)throw new Error(`CodeGen: name "${a}\
" has no value`);return(0,Jt._)`${t}${a.scopePath}`})}scopeCode(t=this._values,n,a){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},n,a)}_reduceValues(t,n,a={},o){let i=Jt.nil;for(let r in t){let s=t[r];if(!s)continue;let p=a[r]=a[r]||new Map;
s.forEach(l=>{if(p.has(l))return;p.set(l,ya.Started);let u=n(l);if(u){let h=this.opts.es5?Dt.varKinds.var:Dt.varKinds.const;i=(0,Jt._)`${i}${h} ${l} = ${u};${this.
opts._n}`}else if(u=o?.(l))i=(0,Jt._)`${i}${u}${this.opts._n}`;else throw new ai(l);p.set(l,ya.Completed)})}return i}};Dt.ValueScope=oi});var Ue=ce(Fe=>{"use strict";Object.defineProperty(Fe,"__esModule",{value:!0});Fe.or=Fe.and=Fe.not=Fe.CodeGen=Fe.operators=Fe.varKinds=Fe.ValueScopeName=Fe.ValueScope=
Fe.Scope=Fe.Name=Fe.regexpCode=Fe.stringify=Fe.getProperty=Fe.nil=Fe.strConcat=Fe.str=Fe._=void 0;var Ke=Fs(),pr=ii(),Gr=Fs();Object.defineProperty(Fe,"_",{enumerable:!0,
get:function(){return Gr._}});Object.defineProperty(Fe,"str",{enumerable:!0,get:function(){return Gr.str}});Object.defineProperty(Fe,"strConcat",{enumerable:!0,
get:function(){return Gr.strConcat}});Object.defineProperty(Fe,"nil",{enumerable:!0,get:function(){return Gr.nil}});Object.defineProperty(Fe,"getProperty",{enumerable:!0,
get:function(){return Gr.getProperty}});Object.defineProperty(Fe,"stringify",{enumerable:!0,get:function(){return Gr.stringify}});Object.defineProperty(Fe,"rege\
xpCode",{enumerable:!0,get:function(){return Gr.regexpCode}});Object.defineProperty(Fe,"Name",{enumerable:!0,get:function(){return Gr.Name}});var Pa=ii();Object.
defineProperty(Fe,"Scope",{enumerable:!0,get:function(){return Pa.Scope}});Object.defineProperty(Fe,"ValueScope",{enumerable:!0,get:function(){return Pa.ValueScope}});
Object.defineProperty(Fe,"ValueScopeName",{enumerable:!0,get:function(){return Pa.ValueScopeName}});Object.defineProperty(Fe,"varKinds",{enumerable:!0,get:function(){
return Pa.varKinds}});Fe.operators={GT:new Ke._Code(">"),GTE:new Ke._Code(">="),LT:new Ke._Code("<"),LTE:new Ke._Code("<="),EQ:new Ke._Code("==="),NEQ:new Ke._Code(
"!=="),NOT:new Ke._Code("!"),OR:new Ke._Code("||"),AND:new Ke._Code("&&"),ADD:new Ke._Code("+")};var Ir=class{optimizeNodes(){return this}optimizeNames(t,n){return this}},
pi=class extends Ir{constructor(t,n,a){super(),this.varKind=t,this.name=n,this.rhs=a}render({es5:t,_n:n}){let a=t?pr.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${a} ${this.name}${o};`+n}optimizeNames(t,n){if(t[this.name.str])return this.rhs&&(this.rhs=Us(this.rhs,t,n)),this}get names(){return this.
rhs instanceof Ke._CodeOrName?this.rhs.names:{}}},wa=class extends Ir{constructor(t,n,a){super(),this.lhs=t,this.rhs=n,this.sideEffects=a}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,n){if(!(this.lhs instanceof Ke.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=Us(this.rhs,t,n),this}get names(){
let t=this.lhs instanceof Ke.Name?{}:{...this.lhs.names};return ka(t,this.rhs)}},ci=class extends wa{constructor(t,n,a,o){super(t,a,o),this.op=n}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},di=class extends Ir{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
ui=class extends Ir{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},mi=class extends Ir{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},li=class extends Ir{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,n){return this.code=Us(this.code,t,n),this}get names(){return this.
code instanceof Ke._CodeOrName?this.code.names:{}}},xn=class extends Ir{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((n,a)=>n+a.render(
t),"")}optimizeNodes(){let{nodes:t}=this,n=t.length;for(;n--;){let a=t[n].optimizeNodes();Array.isArray(a)?t.splice(n,1,...a):a?t[n]=a:t.splice(n,1)}return t.length>
0?this:void 0}optimizeNames(t,n){let{nodes:a}=this,o=a.length;for(;o--;){let i=a[o];i.optimizeNames(t,n)||(xy(t,i.names),a.splice(o,1))}return a.length>0?this:void 0}get names(){
return this.nodes.reduce((t,n)=>fs(t,n.names),{})}},Mr=class extends xn{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},fi=class extends xn{},Vs=class extends Mr{};
Vs.kind="else";var ms=class e extends Mr{constructor(t,n){super(n),this.condition=t}render(t){let n=`if(${this.condition})`+super.render(t);return this.else&&(n+=
"else "+this.else.render(t)),n}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let n=this.else;if(n){let a=n.optimizeNodes();
n=this.else=Array.isArray(a)?new Vs(a):a}if(n)return t===!1?n instanceof e?n:n.nodes:this.nodes.length?this:new e(sd(t),n instanceof e?[n]:n.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,n){var a;if(this.else=(a=this.else)===null||a===void 0?void 0:a.optimizeNames(t,n),!!(super.optimizeNames(t,n)||
this.else))return this.condition=Us(this.condition,t,n),this}get names(){let t=super.names;return ka(t,this.condition),this.else&&fs(t,this.else.names),t}};ms.kind=
"if";var ls=class extends Mr{};ls.kind="for";var hi=class extends ls{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,n){if(super.optimizeNames(t,n))return this.iteration=Us(this.iteration,t,n),this}get names(){return fs(super.names,this.iteration.names)}},yi=class extends ls{constructor(t,n,a,o){
super(),this.varKind=t,this.name=n,this.from=a,this.to=o}render(t){let n=t.es5?pr.varKinds.var:this.varKind,{name:a,from:o,to:i}=this;return`for(${n} ${a}=${o};\
 ${a}<${i}; ${a}++)`+super.render(t)}get names(){let t=ka(super.names,this.from);return ka(t,this.to)}},va=class extends ls{constructor(t,n,a,o){super(),this.loop=
t,this.varKind=n,this.name=a,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,n){
if(super.optimizeNames(t,n))return this.iterable=Us(this.iterable,t,n),this}get names(){return fs(super.names,this.iterable.names)}},qn=class extends Mr{constructor(t,n,a){
super(),this.name=t,this.args=n,this.async=a}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};qn.kind="func";var On=class extends xn{render(t){
return"return "+super.render(t)}};On.kind="return";var gi=class extends Mr{render(t){let n="try"+super.render(t);return this.catch&&(n+=this.catch.render(t)),this.
finally&&(n+=this.finally.render(t)),n}optimizeNodes(){var t,n;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(n=this.finally)===
null||n===void 0||n.optimizeNodes(),this}optimizeNames(t,n){var a,o;return super.optimizeNames(t,n),(a=this.catch)===null||a===void 0||a.optimizeNames(t,n),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,n),this}get names(){let t=super.names;return this.catch&&fs(t,this.catch.names),this.finally&&fs(t,this.finally.names),
t}},jn=class extends Mr{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};jn.kind="catch";var Tn=class extends Mr{render(t){
return"finally"+super.render(t)}};Tn.kind="finally";var bi=class{constructor(t,n={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...n,_n:n.
lines?`
`:""},this._extScope=t,this._scope=new pr.Scope({parent:t}),this._nodes=[new fi]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,n){let a=this._extScope.value(t,n);return(this._values[a.prefix]||(this._values[a.prefix]=new Set)).add(
a),a}getScopeValue(t,n){return this._extScope.getValue(t,n)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,n,a,o){let i=this._scope.toName(n);return a!==void 0&&o&&(this._constants[i.str]=a),this._leafNode(new pi(t,i,a)),i}const(t,n,a){return this.
_def(pr.varKinds.const,t,n,a)}let(t,n,a){return this._def(pr.varKinds.let,t,n,a)}var(t,n,a){return this._def(pr.varKinds.var,t,n,a)}assign(t,n,a){return this._leafNode(
new wa(t,n,a))}add(t,n){return this._leafNode(new ci(t,Fe.operators.ADD,n))}code(t){return typeof t=="function"?t():t!==Ke.nil&&this._leafNode(new li(t)),this}object(...t){
let n=["{"];for(let[a,o]of t)n.length>1&&n.push(","),n.push(a),(a!==o||this.opts.es5)&&(n.push(":"),(0,Ke.addCodeArg)(n,o));return n.push("}"),new Ke._Code(n)}if(t,n,a){
if(this._blockNode(new ms(t)),n&&a)this.code(n).else().code(a).endIf();else if(n)this.code(n).endIf();else if(a)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new ms(t))}else(){return this._elseNode(new Vs)}endIf(){return this._endBlockNode(ms,Vs)}_for(t,n){return this.
_blockNode(t),n&&this.code(n).endFor(),this}for(t,n){return this._for(new hi(t),n)}forRange(t,n,a,o,i=this.opts.es5?pr.varKinds.var:pr.varKinds.let){let r=this.
_scope.toName(t);return this._for(new yi(i,r,n,a),()=>o(r))}forOf(t,n,a,o=pr.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=n instanceof Ke.
Name?n:this.var("_arr",n);return this.forRange("_i",0,(0,Ke._)`${r}.length`,s=>{this.var(i,(0,Ke._)`${r}[${s}]`),a(i)})}return this._for(new va("of",o,i,n),()=>a(
i))}forIn(t,n,a,o=this.opts.es5?pr.varKinds.var:pr.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,Ke._)`Object.keys(${n})`,a);let i=this._scope.
toName(t);return this._for(new va("in",o,i,n),()=>a(i))}endFor(){return this._endBlockNode(ls)}label(t){return this._leafNode(new di(t))}break(t){return this._leafNode(
new ui(t))}return(t){let n=new On;if(this._blockNode(n),this.code(t),n.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
On)}try(t,n,a){if(!n&&!a)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new gi;if(this._blockNode(o),this.code(t),n){let i=this.name("e");
this._currNode=o.catch=new jn(i),n(i)}return a&&(this._currNode=o.finally=new Tn,this.code(a)),this._endBlockNode(jn,Tn)}throw(t){return this._leafNode(new mi(t))}block(t,n){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(n),this}endBlock(t){let n=this._blockStarts.pop();if(n===void 0)throw new Error("Code\
Gen: not in self-balancing block");let a=this._nodes.length-n;if(a<0||t!==void 0&&a!==t)throw new Error(`CodeGen: wrong number of nodes: ${a} vs ${t} expected`);
return this._nodes.length=n,this}func(t,n=Ke.nil,a,o){return this._blockNode(new qn(t,n,a)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(qn)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,n){let a=this._currNode;if(a instanceof t||n&&a instanceof n)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${n?`${t.kind}/${n.kind}`:t.kind}"`)}_elseNode(t){let n=this._currNode;if(!(n instanceof ms))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=n.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let n=this._nodes;
n[n.length-1]=t}};Fe.CodeGen=bi;function fs(e,t){for(let n in t)e[n]=(e[n]||0)+(t[n]||0);return e}function ka(e,t){return t instanceof Ke._CodeOrName?fs(e,t.names):
e}function Us(e,t,n){if(e instanceof Ke.Name)return a(e);if(!o(e))return e;return new Ke._Code(e._items.reduce((i,r)=>(r instanceof Ke.Name&&(r=a(r)),r instanceof
Ke._Code?i.push(...r._items):i.push(r),i),[]));function a(i){let r=n[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
Ke._Code&&i._items.some(r=>r instanceof Ke.Name&&t[r.str]===1&&n[r.str]!==void 0)}}function xy(e,t){for(let n in t)e[n]=(e[n]||0)-(t[n]||0)}function sd(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,Ke._)`!${wi(e)}`}Fe.not=sd;var qy=nd(Fe.operators.AND);function Oy(...e){return e.reduce(qy)}Fe.and=Oy;var jy=nd(Fe.
operators.OR);function Ty(...e){return e.reduce(jy)}Fe.or=Ty;function nd(e){return(t,n)=>t===Ke.nil?n:n===Ke.nil?t:(0,Ke._)`${wi(t)} ${e} ${wi(n)}`}function wi(e){
return e instanceof Ke.Name?e:(0,Ke._)`(${e})`}});var Be=ce(Je=>{"use strict";Object.defineProperty(Je,"__esModule",{value:!0});Je.checkStrictMode=Je.getErrorPath=Je.Type=Je.useFunc=Je.setEvaluated=Je.evaluatedPropsToName=
Je.mergeEvaluated=Je.eachItem=Je.unescapeJsonPointer=Je.escapeJsonPointer=Je.escapeFragment=Je.unescapeFragment=Je.schemaRefOrVal=Je.schemaHasRulesButRef=Je.schemaHasRules=
Je.checkUnknownRules=Je.alwaysValidSchema=Je.toHash=void 0;var it=Ue(),Ay=Fs();function Ny(e){let t={};for(let n of e)t[n]=!0;return t}Je.toHash=Ny;function Ry(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(id(e,t),!pd(t,e.self.RULES.all))}Je.alwaysValidSchema=Ry;function id(e,t=e.schema){let{opts:n,self:a}=e;
if(!n.strictSchema||typeof t=="boolean")return;let o=a.RULES.keywords;for(let i in t)o[i]||ud(e,`unknown keyword: "${i}"`)}Je.checkUnknownRules=id;function pd(e,t){
if(typeof e=="boolean")return!e;for(let n in e)if(t[n])return!0;return!1}Je.schemaHasRules=pd;function Ey(e,t){if(typeof e=="boolean")return!e;for(let n in e)if(n!==
"$ref"&&t.all[n])return!0;return!1}Je.schemaHasRulesButRef=Ey;function Iy({topSchemaRef:e,schemaPath:t},n,a,o){if(!o){if(typeof n=="number"||typeof n=="boolean")
return n;if(typeof n=="string")return(0,it._)`${n}`}return(0,it._)`${e}${t}${(0,it.getProperty)(a)}`}Je.schemaRefOrVal=Iy;function My(e){return cd(decodeURIComponent(
e))}Je.unescapeFragment=My;function Ly(e){return encodeURIComponent(ki(e))}Je.escapeFragment=Ly;function ki(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}Je.escapeJsonPointer=ki;function cd(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}Je.unescapeJsonPointer=cd;function Fy(e,t){if(Array.
isArray(e))for(let n of e)t(n);else t(e)}Je.eachItem=Fy;function ad({mergeNames:e,mergeToName:t,mergeValues:n,resultToName:a}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof it.Name?(i instanceof it.Name?e(o,i,r):t(o,i,r),r):i instanceof it.Name?(t(o,r,i),i):n(i,r);return s===it.Name&&!(p instanceof it.Name)?a(o,p):p}}
Je.mergeEvaluated={props:ad({mergeNames:(e,t,n)=>e.if((0,it._)`${n} !== true && ${t} !== undefined`,()=>{e.if((0,it._)`${t} === true`,()=>e.assign(n,!0),()=>e.assign(
n,(0,it._)`${n} || {}`).code((0,it._)`Object.assign(${n}, ${t})`))}),mergeToName:(e,t,n)=>e.if((0,it._)`${n} !== true`,()=>{t===!0?e.assign(n,!0):(e.assign(n,(0,it.
_)`${n} || {}`),Pi(e,n,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:dd}),items:ad({mergeNames:(e,t,n)=>e.if((0,it._)`${n} !== true && ${t} !== undefined`,
()=>e.assign(n,(0,it._)`${t} === true ? true : ${n} > ${t} ? ${n} : ${t}`)),mergeToName:(e,t,n)=>e.if((0,it._)`${n} !== true`,()=>e.assign(n,t===!0?!0:(0,it._)`${n} > ${t} ? ${n} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function dd(e,t){if(t===!0)return e.var("props",!0);let n=e.var("props",(0,it.
_)`{}`);return t!==void 0&&Pi(e,n,t),n}Je.evaluatedPropsToName=dd;function Pi(e,t,n){Object.keys(n).forEach(a=>e.assign((0,it._)`${t}${(0,it.getProperty)(a)}`,!0))}
Je.setEvaluated=Pi;var od={};function Vy(e,t){return e.scopeValue("func",{ref:t,code:od[t.code]||(od[t.code]=new Ay._Code(t.code))})}Je.useFunc=Vy;var vi;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(vi||(Je.Type=vi={}));function Uy(e,t,n){if(e instanceof it.Name){let a=t===vi.Num;return n?a?(0,it._)`"[" + ${e} + "]"`:(0,it.
_)`"['" + ${e} + "']"`:a?(0,it._)`"/" + ${e}`:(0,it._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return n?(0,it.getProperty)(e).toString():"/"+ki(e)}
Je.getErrorPath=Uy;function ud(e,t,n=e.opts.strictSchema){if(n){if(t=`strict mode: ${t}`,n===!0)throw new Error(t);e.self.logger.warn(t)}}Je.checkStrictMode=ud});var Lr=ce($i=>{"use strict";Object.defineProperty($i,"__esModule",{value:!0});var At=Ue(),Jy={data:new At.Name("data"),valCxt:new At.Name("valCxt"),instancePath:new At.
Name("instancePath"),parentData:new At.Name("parentData"),parentDataProperty:new At.Name("parentDataProperty"),rootData:new At.Name("rootData"),dynamicAnchors:new At.
Name("dynamicAnchors"),vErrors:new At.Name("vErrors"),errors:new At.Name("errors"),this:new At.Name("this"),self:new At.Name("self"),scope:new At.Name("scope"),
json:new At.Name("json"),jsonPos:new At.Name("jsonPos"),jsonLen:new At.Name("jsonLen"),jsonPart:new At.Name("jsonPart")};$i.default=Jy});var An=ce(Nt=>{"use strict";Object.defineProperty(Nt,"__esModule",{value:!0});Nt.extendErrors=Nt.resetErrorsCount=Nt.reportExtraError=Nt.reportError=Nt.keyword$DataError=
Nt.keywordError=void 0;var Ge=Ue(),$a=Be(),Ft=Lr();Nt.keywordError={message:({keyword:e})=>(0,Ge.str)`must pass "${e}" keyword validation`};Nt.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,Ge.str)`"${e}" keyword must be ${t} ($data)`:(0,Ge.str)`"${e}" keyword is invalid ($data)`};function Dy(e,t=Nt.keywordError,n,a){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=fd(e,t,n);a??(r||s)?md(i,p):ld(o,(0,Ge._)`[${p}]`)}Nt.reportError=Dy;function zy(e,t=Nt.keywordError,n){let{
it:a}=e,{gen:o,compositeRule:i,allErrors:r}=a,s=fd(e,t,n);md(o,s),i||r||ld(a,Ft.default.vErrors)}Nt.reportExtraError=zy;function Cy(e,t){e.assign(Ft.default.errors,
t),e.if((0,Ge._)`${Ft.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,Ge._)`${Ft.default.vErrors}.length`,t),()=>e.assign(Ft.default.vErrors,null)))}Nt.resetErrorsCount=
Cy;function Wy({gen:e,keyword:t,schemaValue:n,data:a,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,Ft.default.errors,s=>{e.const(r,(0,Ge._)`${Ft.default.vErrors}[${s}]`),e.if((0,Ge._)`${r}.instancePath === undefined`,()=>e.assign((0,Ge._)`${r}.instancePath`,
(0,Ge.strConcat)(Ft.default.instancePath,i.errorPath))),e.assign((0,Ge._)`${r}.schemaPath`,(0,Ge.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,Ge.
_)`${r}.schema`,n),e.assign((0,Ge._)`${r}.data`,a))})}Nt.extendErrors=Wy;function md(e,t){let n=e.const("err",t);e.if((0,Ge._)`${Ft.default.vErrors} === null`,()=>e.
assign(Ft.default.vErrors,(0,Ge._)`[${n}]`),(0,Ge._)`${Ft.default.vErrors}.push(${n})`),e.code((0,Ge._)`${Ft.default.errors}++`)}function ld(e,t){let{gen:n,validateName:a,
schemaEnv:o}=e;o.$async?n.throw((0,Ge._)`new ${e.ValidationError}(${t})`):(n.assign((0,Ge._)`${a}.errors`,t),n.return(!1))}var hs={keyword:new Ge.Name("keyword"),
schemaPath:new Ge.Name("schemaPath"),params:new Ge.Name("params"),propertyName:new Ge.Name("propertyName"),message:new Ge.Name("message"),schema:new Ge.Name("sc\
hema"),parentSchema:new Ge.Name("parentSchema")};function fd(e,t,n){let{createErrors:a}=e.it;return a===!1?(0,Ge._)`{}`:Ky(e,t,n)}function Ky(e,t,n={}){let{gen:a,
it:o}=e,i=[Hy(o,n),By(e,n)];return Gy(e,t,i),a.object(...i)}function Hy({errorPath:e},{instancePath:t}){let n=t?(0,Ge.str)`${e}${(0,$a.getErrorPath)(t,$a.Type.Str)}`:
e;return[Ft.default.instancePath,(0,Ge.strConcat)(Ft.default.instancePath,n)]}function By({keyword:e,it:{errSchemaPath:t}},{schemaPath:n,parentSchema:a}){let o=a?
t:(0,Ge.str)`${t}/${e}`;return n&&(o=(0,Ge.str)`${o}${(0,$a.getErrorPath)(n,$a.Type.Str)}`),[hs.schemaPath,o]}function Gy(e,{params:t,message:n},a){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:l,topSchemaRef:u,schemaPath:h}=s;a.push([hs.keyword,o],[hs.params,typeof t=="function"?t(e):t||(0,Ge._)`{}`]),
p.messages&&a.push([hs.message,typeof n=="function"?n(e):n]),p.verbose&&a.push([hs.schema,r],[hs.parentSchema,(0,Ge._)`${u}${h}`],[Ft.default.data,i]),l&&a.push(
[hs.propertyName,l])}});var yd=ce(Js=>{"use strict";Object.defineProperty(Js,"__esModule",{value:!0});Js.boolOrEmptySchema=Js.topBoolOrEmptySchema=void 0;var Zy=An(),Qy=Ue(),Xy=Lr(),Yy={
message:"boolean schema is false"};function eg(e){let{gen:t,schema:n,validateName:a}=e;n===!1?hd(e,!1):typeof n=="object"&&n.$async===!0?t.return(Xy.default.data):
(t.assign((0,Qy._)`${a}.errors`,null),t.return(!0))}Js.topBoolOrEmptySchema=eg;function tg(e,t){let{gen:n,schema:a}=e;a===!1?(n.var(t,!1),hd(e)):n.var(t,!0)}Js.
boolOrEmptySchema=tg;function hd(e,t){let{gen:n,data:a}=e,o={gen:n,keyword:"false schema",data:a,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,Zy.reportError)(
o,Yy,void 0,t)}});var Si=ce(Ds=>{"use strict";Object.defineProperty(Ds,"__esModule",{value:!0});Ds.getRules=Ds.isJSONType=void 0;var rg=["string","number","integer","boolean","nu\
ll","object","array"],sg=new Set(rg);function ng(e){return typeof e=="string"&&sg.has(e)}Ds.isJSONType=ng;function ag(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}Ds.getRules=ag});var _i=ce(Zr=>{"use strict";Object.defineProperty(Zr,"__esModule",{value:!0});Zr.shouldUseRule=Zr.shouldUseGroup=Zr.schemaHasRulesForType=void 0;function og({schema:e,
self:t},n){let a=t.RULES.types[n];return a&&a!==!0&&gd(e,a)}Zr.schemaHasRulesForType=og;function gd(e,t){return t.rules.some(n=>bd(e,n))}Zr.shouldUseGroup=gd;function bd(e,t){
var n;return e[t.keyword]!==void 0||((n=t.definition.implements)===null||n===void 0?void 0:n.some(a=>e[a]!==void 0))}Zr.shouldUseRule=bd});var Nn=ce(Rt=>{"use strict";Object.defineProperty(Rt,"__esModule",{value:!0});Rt.reportTypeError=Rt.checkDataTypes=Rt.checkDataType=Rt.coerceAndCheckDataType=Rt.
getJSONTypes=Rt.getSchemaTypes=Rt.DataType=void 0;var ig=Si(),pg=_i(),cg=An(),Ie=Ue(),wd=Be(),zs;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(zs||
(Rt.DataType=zs={}));function dg(e){let t=vd(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}Rt.getSchemaTypes=dg;function vd(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(ig.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}Rt.getJSONTypes=vd;function ug(e,t){
let{gen:n,data:a,opts:o}=e,i=mg(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,pg.schemaHasRulesForType)(e,t[0]));if(r){let s=qi(t,a,o.strictNumbers,
zs.Wrong);n.if(s,()=>{i.length?lg(e,t,i):Oi(e)})}return r}Rt.coerceAndCheckDataType=ug;var kd=new Set(["string","number","integer","boolean","null"]);function mg(e,t){
return t?e.filter(n=>kd.has(n)||t==="array"&&n==="array"):[]}function lg(e,t,n){let{gen:a,data:o,opts:i}=e,r=a.let("dataType",(0,Ie._)`typeof ${o}`),s=a.let("co\
erced",(0,Ie._)`undefined`);i.coerceTypes==="array"&&a.if((0,Ie._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>a.assign(o,(0,Ie._)`${o}[0]`).
assign(r,(0,Ie._)`typeof ${o}`).if(qi(t,o,i.strictNumbers),()=>a.assign(s,o))),a.if((0,Ie._)`${s} !== undefined`);for(let l of n)(kd.has(l)||l==="array"&&i.coerceTypes===
"array")&&p(l);a.else(),Oi(e),a.endIf(),a.if((0,Ie._)`${s} !== undefined`,()=>{a.assign(o,s),fg(e,s)});function p(l){switch(l){case"string":a.elseIf((0,Ie._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,Ie._)`"" + ${o}`).elseIf((0,Ie._)`${o} === null`).assign(s,(0,Ie._)`""`);return;case"number":a.elseIf((0,Ie._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,Ie._)`+${o}`);return;case"integer":a.elseIf((0,Ie._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,Ie._)`+${o}`);return;case"boolean":a.elseIf((0,Ie._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,Ie._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":a.elseIf((0,Ie._)`${o} === "" || ${o} === 0 || ${o} === false`),a.assign(
s,null);return;case"array":a.elseIf((0,Ie._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,Ie._)`[${o}]`)}}}function fg({gen:e,parentData:t,parentDataProperty:n},a){e.if((0,Ie._)`${t} !== undefined`,
()=>e.assign((0,Ie._)`${t}[${n}]`,a))}function xi(e,t,n,a=zs.Correct){let o=a===zs.Correct?Ie.operators.EQ:Ie.operators.NEQ,i;switch(e){case"null":return(0,Ie._)`${t} ${o} null`;case"\
array":i=(0,Ie._)`Array.isArray(${t})`;break;case"object":i=(0,Ie._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,Ie._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,Ie._)`typeof ${t} ${o} ${e}`}return a===zs.Correct?i:(0,Ie.not)(i);function r(s=Ie.nil){return(0,Ie.and)((0,Ie._)`typeof ${t} == "number"`,
s,n?(0,Ie._)`isFinite(${t})`:Ie.nil)}}Rt.checkDataType=xi;function qi(e,t,n,a){if(e.length===1)return xi(e[0],t,n,a);let o,i=(0,wd.toHash)(e);if(i.array&&i.object){
let r=(0,Ie._)`typeof ${t} != "object"`;o=i.null?r:(0,Ie._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=Ie.nil;i.number&&delete i.integer;
for(let r in i)o=(0,Ie.and)(o,xi(r,t,n,a));return o}Rt.checkDataTypes=qi;var hg={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,Ie._)`{type: ${e}}`:(0,Ie._)`{type: ${t}}`};function Oi(e){let t=yg(e);(0,cg.reportError)(t,hg)}Rt.reportTypeError=Oi;function yg(e){let{gen:t,data:n,
schema:a}=e,o=(0,wd.schemaRefOrVal)(e,a,"type");return{gen:t,keyword:"type",data:n,schema:a.type,schemaCode:o,schemaValue:o,parentSchema:a,params:{},it:e}}});var $d=ce(Sa=>{"use strict";Object.defineProperty(Sa,"__esModule",{value:!0});Sa.assignDefaults=void 0;var Cs=Ue(),gg=Be();function bg(e,t){let{properties:n,items:a}=e.
schema;if(t==="object"&&n)for(let o in n)Pd(e,o,n[o].default);else t==="array"&&Array.isArray(a)&&a.forEach((o,i)=>Pd(e,i,o.default))}Sa.assignDefaults=bg;function Pd(e,t,n){
let{gen:a,compositeRule:o,data:i,opts:r}=e;if(n===void 0)return;let s=(0,Cs._)`${i}${(0,Cs.getProperty)(t)}`;if(o){(0,gg.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,Cs._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,Cs._)`${p} || ${s} === null || ${s} === ""`),a.if(p,(0,Cs._)`${s} = ${(0,Cs.
stringify)(n)}`)}});var Yt=ce(st=>{"use strict";Object.defineProperty(st,"__esModule",{value:!0});st.validateUnion=st.validateArray=st.usePattern=st.callValidateCode=st.schemaProperties=
st.allSchemaProperties=st.noPropertyInData=st.propertyInData=st.isOwnProperty=st.hasPropFunc=st.reportMissingProp=st.checkMissingProp=st.checkReportMissingProp=
void 0;var mt=Ue(),ji=Be(),Qr=Lr(),wg=Be();function vg(e,t){let{gen:n,data:a,it:o}=e;n.if(Ai(n,a,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,mt.
_)`${t}`},!0),e.error()})}st.checkReportMissingProp=vg;function kg({gen:e,data:t,it:{opts:n}},a,o){return(0,mt.or)(...a.map(i=>(0,mt.and)(Ai(e,t,i,n.ownProperties),
(0,mt._)`${o} = ${i}`)))}st.checkMissingProp=kg;function Pg(e,t){e.setParams({missingProperty:t},!0),e.error()}st.reportMissingProp=Pg;function Sd(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,mt._)`Object.prototype.hasOwnProperty`})}st.hasPropFunc=Sd;function Ti(e,t,n){return(0,mt._)`${Sd(e)}.call(${t}, ${n})`}
st.isOwnProperty=Ti;function $g(e,t,n,a){let o=(0,mt._)`${t}${(0,mt.getProperty)(n)} !== undefined`;return a?(0,mt._)`${o} && ${Ti(e,t,n)}`:o}st.propertyInData=
$g;function Ai(e,t,n,a){let o=(0,mt._)`${t}${(0,mt.getProperty)(n)} === undefined`;return a?(0,mt.or)(o,(0,mt.not)(Ti(e,t,n))):o}st.noPropertyInData=Ai;function _d(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}st.allSchemaProperties=_d;function Sg(e,t){return _d(t).filter(n=>!(0,ji.alwaysValidSchema)(e,t[n]))}st.schemaProperties=
Sg;function _g({schemaCode:e,data:t,it:{gen:n,topSchemaRef:a,schemaPath:o,errorPath:i},it:r},s,p,l){let u=l?(0,mt._)`${e}, ${t}, ${a}${o}`:t,h=[[Qr.default.instancePath,
(0,mt.strConcat)(Qr.default.instancePath,i)],[Qr.default.parentData,r.parentData],[Qr.default.parentDataProperty,r.parentDataProperty],[Qr.default.rootData,Qr.default.
rootData]];r.opts.dynamicRef&&h.push([Qr.default.dynamicAnchors,Qr.default.dynamicAnchors]);let k=(0,mt._)`${u}, ${n.object(...h)}`;return p!==mt.nil?(0,mt._)`${s}.call(${p}, ${k})`:
(0,mt._)`${s}(${k})`}st.callValidateCode=_g;var xg=(0,mt._)`new RegExp`;function qg({gen:e,it:{opts:t}},n){let a=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(n,
a);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,mt._)`${o.code==="new RegExp"?xg:(0,wg.useFunc)(e,o)}(${n}, ${a})`})}st.usePattern=qg;function Og(e){
let{gen:t,data:n,keyword:a,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,mt._)`${n}.length`);t.forRange("i",0,p,l=>{e.subschema({keyword:a,dataProp:l,dataPropType:ji.Type.Num},i),t.if((0,mt.not)(
i),s)})}}st.validateArray=Og;function jg(e){let{gen:t,schema:n,keyword:a,it:o}=e;if(!Array.isArray(n))throw new Error("ajv implementation error");if(n.some(p=>(0,ji.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>n.forEach((p,l)=>{let u=e.subschema({keyword:a,schemaProp:l,
compositeRule:!0},s);t.assign(r,(0,mt._)`${r} || ${s}`),e.mergeValidEvaluated(u,s)||t.if((0,mt.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}st.validateUnion=
jg});var Od=ce(vr=>{"use strict";Object.defineProperty(vr,"__esModule",{value:!0});vr.validateKeywordUsage=vr.validSchemaType=vr.funcKeywordCode=vr.macroKeywordCode=
void 0;var Vt=Ue(),ys=Lr(),Tg=Yt(),Ag=An();function Ng(e,t){let{gen:n,keyword:a,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=qd(n,a,s);r.opts.
validateSchema!==!1&&r.self.validateSchema(s,!0);let l=n.name("valid");e.subschema({schema:s,schemaPath:Vt.nil,errSchemaPath:`${r.errSchemaPath}/${a}`,topSchemaRef:p,
compositeRule:!0},l),e.pass(l,()=>e.error(!0))}vr.macroKeywordCode=Ng;function Rg(e,t){var n;let{gen:a,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;Ig(p,t);
let l=!s&&t.compile?t.compile.call(p.self,i,r,p):t.validate,u=qd(a,o,l),h=a.let("valid");e.block$data(h,k),e.ok((n=t.valid)!==null&&n!==void 0?n:h);function k(){
if(t.errors===!1)x(),t.modifying&&xd(e),T(()=>e.error());else{let R=t.async?S():O();t.modifying&&xd(e),T(()=>Eg(e,R))}}function S(){let R=a.let("ruleErrs",null);
return a.try(()=>x((0,Vt._)`await `),pe=>a.assign(h,!1).if((0,Vt._)`${pe} instanceof ${p.ValidationError}`,()=>a.assign(R,(0,Vt._)`${pe}.errors`),()=>a.throw(pe))),
R}function O(){let R=(0,Vt._)`${u}.errors`;return a.assign(R,null),x(Vt.nil),R}function x(R=t.async?(0,Vt._)`await `:Vt.nil){let pe=p.opts.passContext?ys.default.
this:ys.default.self,z=!("compile"in t&&!s||t.schema===!1);a.assign(h,(0,Vt._)`${R}${(0,Tg.callValidateCode)(e,u,pe,z)}`,t.modifying)}function T(R){var pe;a.if(
(0,Vt.not)((pe=t.valid)!==null&&pe!==void 0?pe:h),R)}}vr.funcKeywordCode=Rg;function xd(e){let{gen:t,data:n,it:a}=e;t.if(a.parentData,()=>t.assign(n,(0,Vt._)`${a.
parentData}[${a.parentDataProperty}]`))}function Eg(e,t){let{gen:n}=e;n.if((0,Vt._)`Array.isArray(${t})`,()=>{n.assign(ys.default.vErrors,(0,Vt._)`${ys.default.
vErrors} === null ? ${t} : ${ys.default.vErrors}.concat(${t})`).assign(ys.default.errors,(0,Vt._)`${ys.default.vErrors}.length`),(0,Ag.extendErrors)(e)},()=>e.error())}
function Ig({schemaEnv:e},t){if(t.async&&!e.$async)throw new Error("async keyword in sync schema")}function qd(e,t,n){if(n===void 0)throw new Error(`keyword "${t}\
" failed to compile`);return e.scopeValue("keyword",typeof n=="function"?{ref:n}:{ref:n,code:(0,Vt.stringify)(n)})}function Mg(e,t,n=!1){return!t.length||t.some(
a=>a==="array"?Array.isArray(e):a==="object"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==a||n&&typeof e>"u")}vr.validSchemaType=Mg;function Lg({schema:e,
opts:t,self:n,errSchemaPath:a},o,i){if(Array.isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;
if(r?.some(s=>!Object.prototype.hasOwnProperty.call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.
validateSchema(e[i])){let p=`keyword "${i}" value is invalid at path "${a}": `+n.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")n.logger.error(
p);else throw new Error(p)}}vr.validateKeywordUsage=Lg});var Td=ce(Xr=>{"use strict";Object.defineProperty(Xr,"__esModule",{value:!0});Xr.extendSubschemaMode=Xr.extendSubschemaData=Xr.getSubschema=void 0;var kr=Ue(),jd=Be();
function Fg(e,{keyword:t,schemaProp:n,schema:a,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&a!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return n===void 0?{schema:s,schemaPath:(0,kr._)`${e.schemaPath}${(0,kr.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[n],schemaPath:(0,kr._)`${e.schemaPath}${(0,kr.getProperty)(t)}${(0,kr.getProperty)(n)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,jd.
escapeFragment)(n)}`}}if(a!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:a,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}Xr.getSubschema=Fg;function Vg(e,t,{
dataProp:n,dataPropType:a,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&n!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(n!==void 0){let{errorPath:l,dataPathArr:u,opts:h}=t,k=s.let("data",(0,kr._)`${t.data}${(0,kr.getProperty)(n)}`,!0);p(k),e.errorPath=(0,kr.str)`${l}${(0,jd.
getErrorPath)(n,a,h.jsPropertySyntax)}`,e.parentDataProperty=(0,kr._)`${n}`,e.dataPathArr=[...u,e.parentDataProperty]}if(o!==void 0){let l=o instanceof kr.Name?
o:s.let("data",o,!0);p(l),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(l){e.data=l,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,l]}}Xr.extendSubschemaData=Vg;function Ug(e,{jtdDiscriminator:t,jtdMetadata:n,compositeRule:a,createErrors:o,
allErrors:i}){a!==void 0&&(e.compositeRule=a),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=n}Xr.extendSubschemaMode=
Ug});var Ni=ce((tS,Ad)=>{"use strict";Ad.exports=function e(t,n){if(t===n)return!0;if(t&&n&&typeof t=="object"&&typeof n=="object"){if(t.constructor!==n.constructor)
return!1;var a,o,i;if(Array.isArray(t)){if(a=t.length,a!=n.length)return!1;for(o=a;o--!==0;)if(!e(t[o],n[o]))return!1;return!0}if(t.constructor===RegExp)return t.
source===n.source&&t.flags===n.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===n.valueOf();if(t.toString!==Object.prototype.toString)return t.
toString()===n.toString();if(i=Object.keys(t),a=i.length,a!==Object.keys(n).length)return!1;for(o=a;o--!==0;)if(!Object.prototype.hasOwnProperty.call(n,i[o]))return!1;
for(o=a;o--!==0;){var r=i[o];if(!e(t[r],n[r]))return!1}return!0}return t!==t&&n!==n}});var Rd=ce((rS,Nd)=>{"use strict";var Yr=Nd.exports=function(e,t,n){typeof t=="function"&&(n=t,t={}),n=t.cb||n;var a=typeof n=="function"?n:n.pre||function(){},o=n.
post||function(){};_a(t,a,o,e,"",e)};Yr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Yr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Yr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Yr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function _a(e,t,n,a,o,i,r,s,p,l){if(a&&typeof a=="object"&&!Array.isArray(a)){t(a,o,i,
r,s,p,l);for(var u in a){var h=a[u];if(Array.isArray(h)){if(u in Yr.arrayKeywords)for(var k=0;k<h.length;k++)_a(e,t,n,h[k],o+"/"+u+"/"+k,i,o,u,a,k)}else if(u in
Yr.propsKeywords){if(h&&typeof h=="object")for(var S in h)_a(e,t,n,h[S],o+"/"+u+"/"+Jg(S),i,o,u,a,S)}else(u in Yr.keywords||e.allKeys&&!(u in Yr.skipKeywords))&&
_a(e,t,n,h,o+"/"+u,i,o,u,a)}n(a,o,i,r,s,p,l)}}function Jg(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var Rn=ce(zt=>{"use strict";Object.defineProperty(zt,"__esModule",{value:!0});zt.getSchemaRefs=zt.resolveUrl=zt.normalizeId=zt._getFullPath=zt.getFullPath=zt.inlineRef=
void 0;var Dg=Be(),zg=Ni(),Cg=Rd(),Wg=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function Kg(e,t=!0){return typeof e=="boolean"?!0:t===!0?!Ri(e):t?Ed(e)<=t:!1}zt.inlineRef=Kg;var Hg=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function Ri(e){for(let t in e){if(Hg.has(t))return!0;let n=e[t];if(Array.isArray(n)&&
n.some(Ri)||typeof n=="object"&&Ri(n))return!0}return!1}function Ed(e){let t=0;for(let n in e){if(n==="$ref")return 1/0;if(t++,!Wg.has(n)&&(typeof e[n]=="object"&&
(0,Dg.eachItem)(e[n],a=>t+=Ed(a)),t===1/0))return 1/0}return t}function Id(e,t="",n){n!==!1&&(t=Ws(t));let a=e.parse(t);return Md(e,a)}zt.getFullPath=Id;function Md(e,t){
return e.serialize(t).split("#")[0]+"#"}zt._getFullPath=Md;var Bg=/#\/?$/;function Ws(e){return e?e.replace(Bg,""):""}zt.normalizeId=Ws;function Gg(e,t,n){return n=
Ws(n),e.resolve(t,n)}zt.resolveUrl=Gg;var Zg=/^[a-z_][-a-z0-9._]*$/i;function Qg(e,t){if(typeof e=="boolean")return{};let{schemaId:n,uriResolver:a}=this.opts,o=Ws(
e[n]||t),i={"":o},r=Id(a,o,!1),s={},p=new Set;return Cg(e,{allKeys:!0},(h,k,S,O)=>{if(O===void 0)return;let x=r+k,T=i[O];typeof h[n]=="string"&&(T=R.call(this,h[n])),
pe.call(this,h.$anchor),pe.call(this,h.$dynamicAnchor),i[k]=T;function R(z){let K=this.opts.uriResolver.resolve;if(z=Ws(T?K(T,z):z),p.has(z))throw u(z);p.add(z);
let F=this.refs[z];return typeof F=="string"&&(F=this.refs[F]),typeof F=="object"?l(h,F.schema,z):z!==Ws(x)&&(z[0]==="#"?(l(h,s[z],z),s[z]=h):this.refs[z]=x),z}
function pe(z){if(typeof z=="string"){if(!Zg.test(z))throw new Error(`invalid anchor "${z}"`);R.call(this,`#${z}`)}}}),s;function l(h,k,S){if(k!==void 0&&!zg(h,
k))throw u(S)}function u(h){return new Error(`reference "${h}" resolves to more than one schema`)}}zt.getSchemaRefs=Qg});var Mn=ce(es=>{"use strict";Object.defineProperty(es,"__esModule",{value:!0});es.getData=es.KeywordCxt=es.validateFunctionCode=void 0;var Jd=yd(),Ld=Nn(),Ii=_i(),
xa=Nn(),Xg=$d(),In=Od(),Ei=Td(),ye=Ue(),Se=Lr(),Yg=Rn(),Fr=Be(),En=An();function eb(e){if(Cd(e)&&(Wd(e),zd(e))){sb(e);return}Dd(e,()=>(0,Jd.topBoolOrEmptySchema)(
e))}es.validateFunctionCode=eb;function Dd({gen:e,validateName:t,schema:n,schemaEnv:a,opts:o},i){o.code.es5?e.func(t,(0,ye._)`${Se.default.data}, ${Se.default.valCxt}`,
a.$async,()=>{e.code((0,ye._)`"use strict"; ${Fd(n,o)}`),rb(e,o),e.code(i)}):e.func(t,(0,ye._)`${Se.default.data}, ${tb(o)}`,a.$async,()=>e.code(Fd(n,o)).code(i))}
function tb(e){return(0,ye._)`{${Se.default.instancePath}="", ${Se.default.parentData}, ${Se.default.parentDataProperty}, ${Se.default.rootData}=${Se.default.data}${e.
dynamicRef?(0,ye._)`, ${Se.default.dynamicAnchors}={}`:ye.nil}}={}`}function rb(e,t){e.if(Se.default.valCxt,()=>{e.var(Se.default.instancePath,(0,ye._)`${Se.default.
valCxt}.${Se.default.instancePath}`),e.var(Se.default.parentData,(0,ye._)`${Se.default.valCxt}.${Se.default.parentData}`),e.var(Se.default.parentDataProperty,(0,ye.
_)`${Se.default.valCxt}.${Se.default.parentDataProperty}`),e.var(Se.default.rootData,(0,ye._)`${Se.default.valCxt}.${Se.default.rootData}`),t.dynamicRef&&e.var(
Se.default.dynamicAnchors,(0,ye._)`${Se.default.valCxt}.${Se.default.dynamicAnchors}`)},()=>{e.var(Se.default.instancePath,(0,ye._)`""`),e.var(Se.default.parentData,
(0,ye._)`undefined`),e.var(Se.default.parentDataProperty,(0,ye._)`undefined`),e.var(Se.default.rootData,Se.default.data),t.dynamicRef&&e.var(Se.default.dynamicAnchors,
(0,ye._)`{}`)})}function sb(e){let{schema:t,opts:n,gen:a}=e;Dd(e,()=>{n.$comment&&t.$comment&&Hd(e),pb(e),a.let(Se.default.vErrors,null),a.let(Se.default.errors,
0),n.unevaluated&&nb(e),Kd(e),ub(e)})}function nb(e){let{gen:t,validateName:n}=e;e.evaluated=t.const("evaluated",(0,ye._)`${n}.evaluated`),t.if((0,ye._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,ye._)`${e.evaluated}.props`,(0,ye._)`undefined`)),t.if((0,ye._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,ye._)`${e.evaluated}.items`,(0,ye._)`undefined`))}
function Fd(e,t){let n=typeof e=="object"&&e[t.schemaId];return n&&(t.code.source||t.code.process)?(0,ye._)`/*# sourceURL=${n} */`:ye.nil}function ab(e,t){if(Cd(
e)&&(Wd(e),zd(e))){ob(e,t);return}(0,Jd.boolOrEmptySchema)(e,t)}function zd({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let n in e)if(t.RULES.all[n])
return!0;return!1}function Cd(e){return typeof e.schema!="boolean"}function ob(e,t){let{schema:n,gen:a,opts:o}=e;o.$comment&&n.$comment&&Hd(e),cb(e),db(e);let i=a.
const("_errs",Se.default.errors);Kd(e,i),a.var(t,(0,ye._)`${i} === ${Se.default.errors}`)}function Wd(e){(0,Fr.checkUnknownRules)(e),ib(e)}function Kd(e,t){if(e.
opts.jtd)return Vd(e,[],!1,t);let n=(0,Ld.getSchemaTypes)(e.schema),a=(0,Ld.coerceAndCheckDataType)(e,n);Vd(e,n,!a,t)}function ib(e){let{schema:t,errSchemaPath:n,
opts:a,self:o}=e;t.$ref&&a.ignoreKeywordsWithRef&&(0,Fr.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${n}"`)}function pb(e){
let{schema:t,opts:n}=e;t.default!==void 0&&n.useDefaults&&n.strictSchema&&(0,Fr.checkStrictMode)(e,"default is ignored in the schema root")}function cb(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,Yg.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function db(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Hd({gen:e,schemaEnv:t,schema:n,errSchemaPath:a,opts:o}){let i=n.$comment;if(o.$comment===!0)e.code((0,ye._)`${Se.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,ye.str)`${a}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,ye._)`${Se.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function ub(e){let{gen:t,schemaEnv:n,validateName:a,ValidationError:o,opts:i}=e;n.$async?t.if((0,ye._)`${Se.default.errors} === 0`,()=>t.return(Se.default.data),
()=>t.throw((0,ye._)`new ${o}(${Se.default.vErrors})`)):(t.assign((0,ye._)`${a}.errors`,Se.default.vErrors),i.unevaluated&&mb(e),t.return((0,ye._)`${Se.default.
errors} === 0`))}function mb({gen:e,evaluated:t,props:n,items:a}){n instanceof ye.Name&&e.assign((0,ye._)`${t}.props`,n),a instanceof ye.Name&&e.assign((0,ye._)`${t}.items`,
a)}function Vd(e,t,n,a){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:l}=e,{RULES:u}=l;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,Fr.schemaHasRulesButRef)(i,u))){
o.block(()=>Gd(e,"$ref",u.all.$ref.definition));return}p.jtd||lb(e,t),o.block(()=>{for(let k of u.rules)h(k);h(u.post)});function h(k){(0,Ii.shouldUseGroup)(i,k)&&
(k.type?(o.if((0,xa.checkDataType)(k.type,r,p.strictNumbers)),Ud(e,k),t.length===1&&t[0]===k.type&&n&&(o.else(),(0,xa.reportTypeError)(e)),o.endIf()):Ud(e,k),s||
o.if((0,ye._)`${Se.default.errors} === ${a||0}`))}}function Ud(e,t){let{gen:n,schema:a,opts:{useDefaults:o}}=e;o&&(0,Xg.assignDefaults)(e,t.type),n.block(()=>{for(let i of t.
rules)(0,Ii.shouldUseRule)(a,i)&&Gd(e,i.keyword,i.definition,t.type)})}function lb(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(fb(e,t),e.opts.allowUnionTypes||
hb(e,t),yb(e,e.dataTypes))}function fb(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(n=>{Bd(e.dataTypes,n)||Mi(e,`type "${n}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),bb(e,t)}}function hb(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&Mi(e,"use allowUnionTypes to allow uni\
on type keyword")}function yb(e,t){let n=e.self.RULES.all;for(let a in n){let o=n[a];if(typeof o=="object"&&(0,Ii.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>gb(t,r))&&Mi(e,`missing type "${i.join(",")}" for keyword "${a}"`)}}}function gb(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function Bd(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function bb(e,t){let n=[];for(let a of e.dataTypes)Bd(t,a)?n.push(a):t.includes(
"integer")&&a==="number"&&n.push("integer");e.dataTypes=n}function Mi(e,t){let n=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${n}" (strictTypes)`,(0,Fr.checkStrictMode)(
e,t,e.opts.strictTypes)}var qa=class{constructor(t,n,a){if((0,In.validateKeywordUsage)(t,n,a),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=a,this.data=
t.data,this.schema=t.schema[a],this.$data=n.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Fr.schemaRefOrVal)(t,this.schema,a,this.$data),
this.schemaType=n.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=n,this.$data)this.schemaCode=t.gen.const("vSchema",Zd(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,In.validSchemaType)(this.schema,n.schemaType,n.allowUndefined))throw new Error(`${a} value must be ${JSON.stringify(n.schemaType)}`);
("code"in n?n.trackErrors:n.errors!==!1)&&(this.errsCount=t.gen.const("_errs",Se.default.errors))}result(t,n,a){this.failResult((0,ye.not)(t),n,a)}failResult(t,n,a){
this.gen.if(t),a?a():this.error(),n?(this.gen.else(),n(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,n){this.failResult(
(0,ye.not)(t),void 0,n)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:n}=this;this.fail((0,ye._)`${n} !== undefined && (${(0,ye.or)(this.invalid$data(),t)})`)}error(t,n,a){
if(n){this.setParams(n),this._error(t,a),this.setParams({});return}this._error(t,a)}_error(t,n){(t?En.reportExtraError:En.reportError)(this,this.def.error,n)}$dataError(){
(0,En.reportError)(this,this.def.$dataError||En.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,En.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,n){n?Object.assign(this.params,t):this.params=t}block$data(t,n,a=ye.
nil){this.gen.block(()=>{this.check$data(t,a),n()})}check$data(t=ye.nil,n=ye.nil){if(!this.$data)return;let{gen:a,schemaCode:o,schemaType:i,def:r}=this;a.if((0,ye.
or)((0,ye._)`${o} === undefined`,n)),t!==ye.nil&&a.assign(t,!0),(i.length||r.validateSchema)&&(a.elseIf(this.invalid$data()),this.$dataError(),t!==ye.nil&&a.assign(
t,!1)),a.else()}invalid$data(){let{gen:t,schemaCode:n,schemaType:a,def:o,it:i}=this;return(0,ye.or)(r(),s());function r(){if(a.length){if(!(n instanceof ye.Name))
throw new Error("ajv implementation error");let p=Array.isArray(a)?a:[a];return(0,ye._)`${(0,xa.checkDataTypes)(p,n,i.opts.strictNumbers,xa.DataType.Wrong)}`}return ye.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,ye._)`!${p}(${n})`}return ye.nil}}subschema(t,n){let a=(0,Ei.
getSubschema)(this.it,t);(0,Ei.extendSubschemaData)(a,this.it,t),(0,Ei.extendSubschemaMode)(a,t);let o={...this.it,...a,items:void 0,props:void 0};return ab(o,n),
o}mergeEvaluated(t,n){let{it:a,gen:o}=this;a.opts.unevaluated&&(a.props!==!0&&t.props!==void 0&&(a.props=Fr.mergeEvaluated.props(o,t.props,a.props,n)),a.items!==
!0&&t.items!==void 0&&(a.items=Fr.mergeEvaluated.items(o,t.items,a.items,n)))}mergeValidEvaluated(t,n){let{it:a,gen:o}=this;if(a.opts.unevaluated&&(a.props!==!0||
a.items!==!0))return o.if(n,()=>this.mergeEvaluated(t,ye.Name)),!0}};es.KeywordCxt=qa;function Gd(e,t,n,a){let o=new qa(e,n,t);"code"in n?n.code(o,a):o.$data&&n.
validate?(0,In.funcKeywordCode)(o,n):"macro"in n?(0,In.macroKeywordCode)(o,n):(n.compile||n.validate)&&(0,In.funcKeywordCode)(o,n)}var wb=/^\/(?:[^~]|~0|~1)*$/,
vb=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function Zd(e,{dataLevel:t,dataNames:n,dataPathArr:a}){let o,i;if(e==="")return Se.default.rootData;if(e[0]==="/"){if(!wb.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=Se.default.rootData}else{let l=vb.exec(e);if(!l)throw new Error(`Invalid JSON-pointer: ${e}`);let u=+l[1];
if(o=l[2],o==="#"){if(u>=t)throw new Error(p("property/index",u));return a[t-u]}if(u>t)throw new Error(p("data",u));if(i=n[t-u],!o)return i}let r=i,s=o.split("/");
for(let l of s)l&&(i=(0,ye._)`${i}${(0,ye.getProperty)((0,Fr.unescapeJsonPointer)(l))}`,r=(0,ye._)`${r} && ${i}`);return r;function p(l,u){return`Cannot access ${l}\
 ${u} levels up, current level is ${t}`}}es.getData=Zd});var Oa=ce(Fi=>{"use strict";Object.defineProperty(Fi,"__esModule",{value:!0});var Li=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};Fi.default=Li});var Ln=ce(Ji=>{"use strict";Object.defineProperty(Ji,"__esModule",{value:!0});var Vi=Rn(),Ui=class extends Error{constructor(t,n,a,o){super(o||`can't resolve re\
ference ${a} from id ${n}`),this.missingRef=(0,Vi.resolveUrl)(t,n,a),this.missingSchema=(0,Vi.normalizeId)((0,Vi.getFullPath)(t,this.missingRef))}};Ji.default=Ui});var Ta=ce(er=>{"use strict";Object.defineProperty(er,"__esModule",{value:!0});er.resolveSchema=er.getCompilingSchema=er.resolveRef=er.compileSchema=er.SchemaEnv=
void 0;var cr=Ue(),kb=Oa(),gs=Lr(),dr=Rn(),Qd=Be(),Pb=Mn(),Ks=class{constructor(t){var n;this.refs={},this.dynamicAnchors={};let a;typeof t.schema=="object"&&(a=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(n=t.baseId)!==null&&n!==void 0?n:(0,dr.normalizeId)(a?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=a?.$async,this.refs={}}};er.SchemaEnv=Ks;function zi(e){let t=Xd.call(
this,e);if(t)return t;let n=(0,dr.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:a,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new cr.CodeGen(
this.scope,{es5:a,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:kb.default,code:(0,cr._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let l={gen:r,allErrors:this.opts.allErrors,data:gs.default.data,parentData:gs.default.parentData,parentDataProperty:gs.
default.parentDataProperty,dataNames:[gs.default.data],dataPathArr:[cr.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,cr.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:n,
baseId:e.baseId||n,schemaPath:cr.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,cr._)`""`,opts:this.opts,self:this},u;try{this._compilations.
add(e),(0,Pb.validateFunctionCode)(l),r.optimize(this.opts.code.optimize);let h=r.toString();u=`${r.scopeRefs(gs.default.scope)}return ${h}`,this.opts.code.process&&
(u=this.opts.code.process(u,e));let S=new Function(`${gs.default.self}`,`${gs.default.scope}`,u)(this,this.scope.get());if(this.scope.value(p,{ref:S}),S.errors=
null,S.schema=e.schema,S.schemaEnv=e,e.$async&&(S.$async=!0),this.opts.code.source===!0&&(S.source={validateName:p,validateCode:h,scopeValues:r._values}),this.opts.
unevaluated){let{props:O,items:x}=l;S.evaluated={props:O instanceof cr.Name?void 0:O,items:x instanceof cr.Name?void 0:x,dynamicProps:O instanceof cr.Name,dynamicItems:x instanceof
cr.Name},S.source&&(S.source.evaluated=(0,cr.stringify)(S.evaluated))}return e.validate=S,e}catch(h){throw delete e.validate,delete e.validateName,u&&this.logger.
error("Error compiling schema, function code:",u),h}finally{this._compilations.delete(e)}}er.compileSchema=zi;function $b(e,t,n){var a;n=(0,dr.resolveUrl)(this.
opts.uriResolver,t,n);let o=e.refs[n];if(o)return o;let i=xb.call(this,e,n);if(i===void 0){let r=(a=e.localRefs)===null||a===void 0?void 0:a[n],{schemaId:s}=this.
opts;r&&(i=new Ks({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[n]=Sb.call(this,i)}er.resolveRef=$b;function Sb(e){return(0,dr.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:zi.call(this,e)}function Xd(e){for(let t of this._compilations)if(_b(t,e))return t}er.getCompilingSchema=Xd;
function _b(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function xb(e,t){let n;for(;typeof(n=this.refs[t])=="string";)t=n;return n||this.
schemas[t]||ja.call(this,e,t)}function ja(e,t){let n=this.opts.uriResolver.parse(t),a=(0,dr._getFullPath)(this.opts.uriResolver,n),o=(0,dr.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&a===o)return Di.call(this,n,e);let i=(0,dr.normalizeId)(a),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=ja.call(this,e,r);return typeof s?.schema!="object"?void 0:Di.call(this,n,s)}if(typeof r?.schema=="object"){if(r.validate||zi.call(this,r),i===(0,dr.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,l=s[p];return l&&(o=(0,dr.resolveUrl)(this.opts.uriResolver,o,l)),new Ks({schema:s,schemaId:p,root:e,baseId:o})}
return Di.call(this,n,r)}}er.resolveSchema=ja;var qb=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Di(e,{baseId:t,schema:n,
root:a}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof n=="boolean")return;let p=n[(0,Qd.
unescapeFragment)(s)];if(p===void 0)return;n=p;let l=typeof n=="object"&&n[this.opts.schemaId];!qb.has(s)&&l&&(t=(0,dr.resolveUrl)(this.opts.uriResolver,t,l))}let i;
if(typeof n!="boolean"&&n.$ref&&!(0,Qd.schemaHasRulesButRef)(n,this.RULES)){let s=(0,dr.resolveUrl)(this.opts.uriResolver,t,n.$ref);i=ja.call(this,a,s)}let{schemaId:r}=this.
opts;if(i=i||new Ks({schema:n,schemaId:r,root:a,baseId:t}),i.schema!==i.root.schema)return i}});var Yd=ce((pS,Ob)=>{Ob.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var Gi=ce((cS,iu)=>{"use strict";var jb=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Wi=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),Tb=RegExp.prototype.test.bind(/^\d*$/u),bs=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),Ki=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),tu=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),Hi=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),Ab=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),Ct=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<
256;t++)Ct[t]="%"+e[t>>4]+e[t&15]}function Et(e){return e<2048?Ct[192|e>>6]+Ct[128|e&63]:e<65536?Ct[224|e>>12]+Ct[128|e>>6&63]+Ct[128|e&63]:Ct[240|e>>18]+Ct[128|
e>>12&63]+Ct[128|e>>6&63]+Ct[128|e&63]}function Nb(e){let t="",n=0,a=0;for(a=0;a<e.length;a++)if(n=e[a].charCodeAt(0),n!==48){if(!(n>=48&&n<=57||n>=65&&n<=70||n>=
97&&n<=102))return"";t+=e[a];break}for(a+=1;a<e.length;a++){if(n=e[a].charCodeAt(0),!(n>=48&&n<=57||n>=65&&n<=70||n>=97&&n<=102))return"";t+=e[a]}return t}var Rb=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),Eb=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),Ib=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
Mb=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Lb(e){if(e.length===0)return!1;for(let t=0;t<e.length;t++)if(!Ib(e[t])){if(e[t]==="%"&&t+2<
e.length&&bs(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function eu(e){let t=-1,n=0,a=-1,o=0;for(let s=0;s<e.length;s++)e[s]==="0"?(a===-1&&(a=s),o++,o>
n&&(n=o,t=a)):(a=-1,o=0);if(n<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+n).join(":");return i+"::"+r}function Fb(e){let t=e.indexOf("::");if(t!==
-1&&e.indexOf("::",t+1)!==-1)return;let n=t===-1?e.split(":"):e.slice(0,t).split(":"),a=t===-1?[]:e.slice(t+2).split(":");t!==-1&&(n.length===1&&n[0]===""&&(n.length=
0),a.length===1&&a[0]===""&&(a.length=0));let o=n.concat(a),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p==="")return;if(p.indexOf(".")!==-1){if(s!==o.length-
1||t!==-1&&a.length===0||!Wi(p))return;i+=2;continue}if(!Rb(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===-1)return i!==8?void 0:eu(o);if(i>=8)return;let r=o.
slice(0,n.length);for(let s=i;s<8;s++)r.push("0");for(let s=n.length;s<o.length;s++)r.push(o[s]);return eu(r)}function Ci(e){let t=e[0]==="["&&e[e.length-1]==="\
]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let a=t?e.slice(1,-1):e;if(t&&Eb(a))return a=a.toLowerCase(),{host:`[${a}]`,escapedHost:a,
isIPV6:!1,isIPVFuture:!0};if(Vb(a,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=a.indexOf("%");if(i!==-1){let s=a.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=
a.slice(i+s),!Lb(o))return{host:e,isIPV6:!1,error:!0};a=a.slice(0,i)}let r=Fb(a);return r===void 0?{host:e,isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+
(o?"%25"+o:""),isIPV6:!0}}function Vb(e,t){let n=0;for(let a=0;a<e.length;a++)e[a]===t&&n++;return n}function ru(e){let t=e,n=[],a=-1,o=0;for(;o=t.length;){if(o===
1){if(t===".")break;if(t==="/"){n.push("/");break}else{n.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]===".")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]===
"/"&&(t[1]==="."||t[1]==="/")){n.push("/");break}}else if(o===3&&t==="/.."){n.length!==0&&n.pop(),n.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){
t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]===
"/"){t=t.slice(3),n.length!==0&&n.pop();continue}}if((a=t.indexOf("/",1))===-1){n.push(t);break}else n.push(t.slice(0,a)),t=t.slice(a)}return n.join("")}function Ub(e){
if(e===""||e[0]==="/")return ru(e);let t=e.split("/"),n=t.length-1,a=[],o=!1;for(let i=0;i<=n;i++){let r=t[i];r==="."||r===".."?(r===".."&&(a.length!==0&&a[a.length-
1]!==".."?a.pop():a.push("..")),o=i===n):a.push(r)}return o&&a[a.length-1]!==".."&&a.push(""),(a.length===0||a[0]===""||a[0].includes(":"))&&a.unshift("."),a.join(
"/")}var Jb={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},Db=/[@/?#:]/g,zb=/[@/?#]/g;function su(e,t){let n=t?zb:Db;return n.lastIndex=0,e.replace(n,a=>Jb[a])}
function nu(e,t=!1){if(e.indexOf("%")===-1)return e;let n="";for(let a=0;a<e.length;a++){if(e[a]==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(bs(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));t&&Ki(r)?n+=r:n+="%"+i,a+=2;continue}}n+=e[a]}return n}function Cb(e){let t="";for(let n=0;n<e.length;n++){let a=e[n];if(a===
"%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(bs(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));r!=="."&&Ki(r)?t+=r:t+="%"+i,n+=2;continue}}if(tu(
a))t+=a;else{let o=e.charCodeAt(n);if(o<128)t+=ou(o)?a:Ct[o];else if(o<55296||o>57343)t+=Et(o);else if(o<=56319&&n+1<e.length){let i=e.charCodeAt(n+1);i>=56320&&
i<=57343?(t+=Et(65536+(o-55296<<10)+(i-56320)),n++):t+=Et(65533)}else t+=Et(65533)}}return t}function Wb(e,t=!1){let n="",a=t&&e[0]!=="/";for(let o=0;o<e.length;o++){
let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(bs(r)){n+="%"+r.toUpperCase(),o+=2;continue}}if(i==="/"&&(a=!1),tu(i)&&(i!==":"||!a))n+=i;else{let r=e.
charCodeAt(o);if(r<128)n+=Ct[r];else if(r<55296||r>57343)n+=Et(r);else if(r<=56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(n+=Et(65536+(r-55296<<
10)+(s-56320)),o++):n+=Et(65533)}else n+=Et(65533)}}return n}function Bi(e,t){let n="";for(let a=0;a<e.length;a++){let o=e[a];if(o==="%"&&a+2<e.length){let i=e.
slice(a+1,a+3);if(bs(i)){n+="%"+i.toUpperCase(),a+=2;continue}}if(t(o))n+=o;else{let i=e.charCodeAt(a);if(i<128)n+=Ct[i];else if(i<55296||i>57343)n+=Et(i);else if(i<=
56319&&a+1<e.length){let r=e.charCodeAt(a+1);r>=56320&&r<=57343?(n+=Et(65536+(i-55296<<10)+(r-56320)),a++):n+=Et(65533)}else n+=Et(65533)}}return n}function au(e){
return Bi(e,Ab)}function Kb(e){return Bi(e,Hi)}function Hb(e){return Bi(e,Hi)}function ou(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===
45||e===46||e===47||e===64||e===95}function Bb(e){let t="";for(let n=0;n<e.length;n++){let a=e[n];if(a==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(bs(o)){let i=o.
toUpperCase(),r=String.fromCharCode(parseInt(i,16));Ki(r)?t+=r:t+="%"+i,n+=2;continue}}if(Hi(a))t+=a;else{let o=e.charCodeAt(n);if(o<128)t+=ou(o)?a:Ct[o];else if(o<
55296||o>57343)t+=Et(o);else if(o<=56319&&n+1<e.length){let i=e.charCodeAt(n+1);i>=56320&&i<=57343?(t+=Et(65536+(o-55296<<10)+(i-56320)),n++):t+=Et(65533)}else t+=
Et(65533)}}return t}function Gb(e){let t="";for(let n=0;n<e.length;n++){if(e[n]==="%"&&n+2<e.length){let a=e.slice(n+1,n+3);if(bs(a)){t+="%"+a.toUpperCase(),n+=
2;continue}}t+=escape(e[n])}return t}function Zb(e){let t=[];if(e.userinfo!==void 0&&(t.push(au(e.userinfo)),t.push("@")),e.host!==void 0){let n=e.host;if(!Wi(n)){
let a=Ci(n);a.isIPV6!==!0&&a.isIPVFuture!==!0&&(n=nu(n,!0),a=Ci(n)),a.isIPV6===!0||a.isIPVFuture===!0?n=`[${a.escapedHost}]`:n=su(n,!1)}t.push(n)}if(typeof e.port==
"number"||typeof e.port=="string"){let n=String(e.port);if(!Tb(n))throw new TypeError("URI port is malformed.");t.push(":"),t.push(n)}return t.length?t.join(""):
void 0}iu.exports={nonSimpleDomain:Mb,recomposeAuthority:Zb,reescapeHostDelimiters:su,normalizePercentEncoding:nu,normalizePathEncoding:Cb,serializePathEncoding:Wb,
normalizeQueryFragmentEncoding:Bb,encodeUserinfo:au,encodeQuery:Kb,encodeFragment:Hb,escapePreservingEscapes:Gb,removeDotSegments:ru,removeDotSegmentsRelative:Ub,
isIPv4:Wi,isUUID:jb,normalizeIPv6:Ci,stringArrayToHexStripped:Nb}});var mu=ce((dS,uu)=>{"use strict";var{isUUID:Qb}=Gi(),Xb=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,Yb=["http","https","ws","wss","ur\
n","urn:uuid"];function ew(e){return Yb.indexOf(e)!==-1}function Zi(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||
e.scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function pu(e){return e.host||(e.error=e.error||"HTTP URIs\
 must have a host."),e}function cu(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="\
/"),e}function tw(e){return e.secure=Zi(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function rw(e){if((e.port===(Zi(
e)?443:80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf(
"?"),n=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=n&&n!=="/"?n:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.
fragment=void 0,e}function sw(e,t){if(!e.path)return e.error="URN can not be parsed",e;let n=e.path.match(Xb);if(n&&n[0]===e.path){let a=t.scheme||e.scheme||"ur\
n";e.nid=n[1].toLowerCase(),e.nss=n[2];let o=`${a}:${t.nid||e.nid}`,i=Qi(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}
function nw(e,t){if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let n=t.scheme||e.scheme||"urn",a=e.nid.toLowerCase(),o=`${n}:${t.nid||
a}`,i=Qi(o);i&&(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${a||t.nid}:${s}`,t.skipEscape=!0,r}function aw(e,t){let n=e;return n.uuid=n.nss,n.nss=void 0,
!t.tolerant&&(!n.uuid||!Qb(n.uuid))&&(n.error=n.error||"UUID is not valid."),n}function ow(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var du={scheme:"\
http",domainHost:!0,parse:pu,serialize:cu},iw={scheme:"https",domainHost:du.domainHost,parse:pu,serialize:cu},Aa={scheme:"ws",domainHost:!0,parse:tw,serialize:rw},
pw={scheme:"wss",domainHost:Aa.domainHost,parse:Aa.parse,serialize:Aa.serialize},cw={scheme:"urn",parse:sw,serialize:nw,skipNormalize:!0},dw={scheme:"urn:uuid",
parse:aw,serialize:ow,skipNormalize:!0},Na={http:du,https:iw,ws:Aa,wss:pw,urn:cw,"urn:uuid":dw};Object.setPrototypeOf(Na,null);function Qi(e){return e&&(Na[e]||
Na[e.toLowerCase()])||void 0}uu.exports={wsIsSecure:Zi,SCHEMES:Na,isValidSchemeName:ew,getSchemeHandler:Qi}});var qu=ce((uS,La)=>{"use strict";var{normalizeIPv6:gu,removeDotSegments:Vn,removeDotSegmentsRelative:bu,recomposeAuthority:uw,normalizePercentEncoding:Xi,normalizePathEncoding:mw,
serializePathEncoding:lu,normalizeQueryFragmentEncoding:fu,encodeQuery:lw,encodeFragment:fw,reescapeHostDelimiters:hw,isIPv4:wu,nonSimpleDomain:yw}=Gi(),{SCHEMES:vu,
getSchemeHandler:Yi}=mu(),ku=/^[A-Za-z][A-Za-z0-9+.-]*$/u,Pu="URI scheme is malformed.",Ra="URI host is malformed.",gw=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function hu(e){
let t=String(e);if(!ku.test(t))throw new TypeError(Pu);return t}function bw(e,t){return typeof e=="string"?e=qw(e,t):typeof e=="object"&&(e=Ia(ws(e,t),t)),e}function ww(e,t,n){
let a=n?Object.assign({scheme:"null"},n):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:l}=Ea(e,a),{parsed:u,malformedAuthorityOrPort:h,malformedPercentEncoding:k,malformedSchemeSpecific:S,malformedHost:O,malformedScheme:x}=Ea(t,a);
if(i||h||r||k||s||S||p||O||l||x)throw new Error(o.error||u.error||"URI is malformed.");let T=$u(o,u,a,!0),R=Yi(n&&n.scheme||T.scheme),pe=T.host,z=pe!==void 0&&pe!==
""&&(wu(pe)||gu(pe).isIPV6);if(_u(T,n||{},R,z))throw new Error(Ra);Su(T,n||{},R,z);let K=pe&&pe.indexOf("%")!==-1&&!/\P{ASCII}/u.test(pe);if(T.error&&!K)throw new Error(
T.error);return a.skipEscape=!0,ws(T,a)}function $u(e,t,n,a){let o={};if(a||(e=Ia(ws(e,n),n),t=Ia(ws(t,n),n)),n=n||{},!n.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=Vn(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=Vn(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=Vn(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?bu(o.path):Vn(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function vw(e,t,n){let a=yu(e,n),o=yu(t,n);return a!==void 0&&o!==void 0&&a===o}function ws(e,t){
let n={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},a=Object.assign({},t),o=[];n.scheme&&(n.scheme=hu(n.scheme));let i=Yi(a.scheme||n.scheme);i&&i.serialize&&
i.serialize(n,a);let r=n.userinfo!==void 0||n.host!==void 0||n.port!==void 0,s=(n.scheme===void 0||a.reference==="suffix")&&!r,p=!a.skipEscape&&s;n.path!==void 0&&
(a.skipEscape?n.path=Xi(n.path):n.path=lu(n.path,p)),a.reference!=="suffix"&&n.scheme&&(n.scheme=hu(n.scheme),o.push(n.scheme,":"));let l=uw(n);if(l!==void 0&&(a.
reference!=="suffix"&&o.push("//"),o.push(l),n.path&&n.path[0]!=="/"&&o.push("/")),n.path!==void 0){let u=n.path;!a.absolutePath&&(!i||!i.absolutePath)&&(u=s&&u[0]!==
"/"?bu(u):Vn(u)),s&&(u=lu(u,!0)),l===void 0&&u[0]==="/"&&u[1]==="/"&&(u="/%2F"+u.slice(2)),o.push(u)}return n.query!==void 0&&o.push("?",lw(n.query)),n.fragment!==
void 0&&o.push("#",fw(n.fragment)),o.join("")}var kw=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
Pw=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,$w=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function Sw(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function Fn(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function Ma(e){return e[0]==="["&&e[e.
length-1]==="]"}function _w(e){let t=e[4];return Fn(e[3])||t!==void 0&&!Ma(t)&&Fn(t)||Fn(e[6])||Fn(e[7])||Fn(e[8])}function Su(e,t,n,a){if(_u(e,t,n,a))return e.
error=e.error||Ra,!0;if(!t.unicodeSupport&&(!n||!n.unicodeSupport)&&e.host&&!Ma(e.host)&&(t.domainHost||n&&n.domainHost)&&a===!1&&yw(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!xw(o))return e.error=e.error||Ra,!0;e.host=o.hostname}
return!1}function _u(e,t,n,a){return!!(e.host&&a===!1&&!Ma(e.host)&&(t.domainHost||n&&n.domainHost)&&gw.test(e.host))}function xw(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function Ea(e,t){let n=Object.assign({},t),a={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,l=!1,u=!1;n.reference==="suffix"&&(n.scheme?e=n.scheme+":"+e:e="//"+e);let h=e.match(
Pw);h!==null&&h[1].indexOf("\\")!==-1&&(a.error="URI authority must not contain a literal backslash.",o=!0);let k=e.match($w);if(k!==null){let O=k[1],x=O.replace(
/[\t\n\r]/g,"");x.length>=2&&(x.slice(0,2)!=="//"?(a.error=a.error||"URI authority must not contain a literal backslash.",o=!0):O.length!==x.length&&(a.error=a.
error||"URI authority introducer must not contain whitespace.",o=!0))}let S=e.match(kw);if(S){a.scheme=S[1],a.userinfo=S[3],a.host=S[4],a.port=parseInt(S[5],10),
a.path=S[6]||"",a.query=S[7],a.fragment=S[8],a.scheme!==void 0&&(ku.test(a.scheme)?a.scheme=a.scheme.toLowerCase():(a.error=a.error||Pu,l=!0)),i=_w(S),i&&(a.error=
a.error||"URI contains malformed percent-encoding."),isNaN(a.port)&&(a.port=S[5]);let O=Sw(a,S);if(O!==void 0&&(a.error=a.error||O,o=!0),a.host)if(wu(a.host)===
!1){let R=Ma(a.host),pe=a.host.indexOf("[")!==-1||a.host.indexOf("]")!==-1,z=gu(a.host);u=z.isIPV6||z.isIPVFuture===!0,p=pe&&(!R||z.error===!0),a.host=u?z.host:
z.host.toLowerCase(),p&&(a.error=a.error||Ra,o=!0)}else u=!0;a.scheme===void 0&&a.userinfo===void 0&&a.host===void 0&&a.port===void 0&&a.query===void 0&&!a.path?
a.reference="same-document":a.scheme===void 0?a.reference="relative":a.fragment===void 0?a.reference="absolute":a.reference="uri",n.reference&&n.reference!=="su\
ffix"&&n.reference!==a.reference&&(a.error=a.error||"URI is not a "+n.reference+" reference.");let x=Yi(n.scheme||a.scheme);if(p||(s=Su(a,n,x,u)),e.indexOf("%")!==
-1&&a.host!==void 0&&!p){let T=u?a.host:Xi(a.host,!0);u||(T=Xi(T.toLowerCase())),a.host=u||n.scheme!=="null"?hw(T,u):T}(!x||x&&!x.skipNormalize)&&(a.path&&(a.path=
mw(a.path)),a.query&&(a.query=fu(a.query)),a.fragment&&(a.fragment=fu(a.fragment))),x&&x.parse&&(x.parse(a,n),x===vu.urn&&a.nid===void 0&&(r=!0))}else a.error=a.
error||"URI can not be parsed.";return{parsed:a,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:l}}
function Ia(e,t){return Ea(e,t).parsed}function qw(e,t){return xu(e,t).normalized}function xu(e,t){let{parsed:n,malformedAuthorityOrPort:a,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=Ea(e,t);return{normalized:a||o||i||r||s?e:ws(n,t),malformedAuthorityOrPort:a,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function yu(e,t){if(typeof e!="string"&&typeof e!="object")return;let n;try{n=typeof e=="string"?e:
ws(e,t)}catch{return}let{normalized:a,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=xu(n,t);
return o||i||r||s||p?void 0:a}var ep={SCHEMES:vu,normalize:bw,resolve:ww,resolveComponent:$u,equal:vw,serialize:ws,parse:Ia};La.exports=ep;La.exports.default=ep;
La.exports.fastUri=ep});var ju=ce(tp=>{"use strict";Object.defineProperty(tp,"__esModule",{value:!0});var Ou=qu();Ou.code='require("ajv/dist/runtime/uri").default';tp.default=Ou});var Lu=ce(qt=>{"use strict";Object.defineProperty(qt,"__esModule",{value:!0});qt.CodeGen=qt.Name=qt.nil=qt.stringify=qt.str=qt._=qt.KeywordCxt=void 0;var Ow=Mn();
Object.defineProperty(qt,"KeywordCxt",{enumerable:!0,get:function(){return Ow.KeywordCxt}});var Hs=Ue();Object.defineProperty(qt,"_",{enumerable:!0,get:function(){
return Hs._}});Object.defineProperty(qt,"str",{enumerable:!0,get:function(){return Hs.str}});Object.defineProperty(qt,"stringify",{enumerable:!0,get:function(){
return Hs.stringify}});Object.defineProperty(qt,"nil",{enumerable:!0,get:function(){return Hs.nil}});Object.defineProperty(qt,"Name",{enumerable:!0,get:function(){
return Hs.Name}});Object.defineProperty(qt,"CodeGen",{enumerable:!0,get:function(){return Hs.CodeGen}});var jw=Oa(),Eu=Ln(),Tw=Si(),Un=Ta(),Aw=Ue(),Jn=Rn(),Fa=Nn(),
sp=Be(),Tu=Yd(),Nw=ju(),Iu=(e,t)=>new RegExp(e,t);Iu.code="new RegExp";var Rw=["removeAdditional","useDefaults","coerceTypes"],Ew=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),Iw={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},Mw={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},Au=200;function Lw(e){
var t,n,a,o,i,r,s,p,l,u,h,k,S,O,x,T,R,pe,z,K,F,ue,j,fe,le;let U=e.strict,L=(t=e.code)===null||t===void 0?void 0:t.optimize,we=L===!0||L===void 0?1:L||0,xe=(a=(n=
e.code)===null||n===void 0?void 0:n.regExp)!==null&&a!==void 0?a:Iu,Y=(o=e.uriResolver)!==null&&o!==void 0?o:Nw.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:U)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:U)!==null&&p!==void 0?p:!0,strictTypes:(u=(l=e.strictTypes)!==
null&&l!==void 0?l:U)!==null&&u!==void 0?u:"log",strictTuples:(k=(h=e.strictTuples)!==null&&h!==void 0?h:U)!==null&&k!==void 0?k:"log",strictRequired:(O=(S=e.strictRequired)!==
null&&S!==void 0?S:U)!==null&&O!==void 0?O:!1,code:e.code?{...e.code,optimize:we,regExp:xe}:{optimize:we,regExp:xe},loopRequired:(x=e.loopRequired)!==null&&x!==
void 0?x:Au,loopEnum:(T=e.loopEnum)!==null&&T!==void 0?T:Au,meta:(R=e.meta)!==null&&R!==void 0?R:!0,messages:(pe=e.messages)!==null&&pe!==void 0?pe:!0,inlineRefs:(z=
e.inlineRefs)!==null&&z!==void 0?z:!0,schemaId:(K=e.schemaId)!==null&&K!==void 0?K:"$id",addUsedSchema:(F=e.addUsedSchema)!==null&&F!==void 0?F:!0,validateSchema:(ue=
e.validateSchema)!==null&&ue!==void 0?ue:!0,validateFormats:(j=e.validateFormats)!==null&&j!==void 0?j:!0,unicodeRegExp:(fe=e.unicodeRegExp)!==null&&fe!==void 0?
fe:!0,int32range:(le=e.int32range)!==null&&le!==void 0?le:!0,uriResolver:Y}}var Dn=class{constructor(t={}){this.schemas={},this.refs={},this.formats=Object.create(
null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...Lw(t)};let{es5:n,lines:a}=this.opts.code;this.scope=new Aw.ValueScope(
{scope:{},prefixes:Ew,es5:n,lines:a}),this.logger=zw(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,Tw.getRules)(),Nu.call(this,Iw,t,"NOT \
SUPPORTED"),Nu.call(this,Mw,t,"DEPRECATED","warn"),this._metaOpts=Jw.call(this),t.formats&&Vw.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),t.
keywords&&Uw.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),Fw.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$as\
ync")}_addDefaultMetaSchema(){let{$data:t,meta:n,schemaId:a}=this.opts,o=Tu;a==="id"&&(o={...Tu},o.id=o.$id,delete o.$id),n&&t&&this.addMetaSchema(o,o[a],!1)}defaultMeta(){
let{meta:t,schemaId:n}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[n]||t:void 0}validate(t,n){let a;if(typeof t=="string"){if(a=this.getSchema(t),
!a)throw new Error(`no schema with key or ref "${t}"`)}else a=this.compile(t);let o=a(n);return"$async"in a||(this.errors=a.errors),o}compile(t,n){let a=this._addSchema(
t,n);return a.validate||this._compileSchemaEnv(a)}compileAsync(t,n){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:a}=this.opts;return o.call(this,t,n);async function o(u,h){await i.call(this,u.$schema);let k=this._addSchema(u,h);return k.validate||r.
call(this,k)}async function i(u){u&&!this.getSchema(u)&&await o.call(this,{$ref:u},!0)}async function r(u){try{return this._compileSchemaEnv(u)}catch(h){if(!(h instanceof
Eu.default))throw h;return s.call(this,h),await p.call(this,h.missingSchema),r.call(this,u)}}function s({missingSchema:u,missingRef:h}){if(this.refs[u])throw new Error(
`AnySchema ${u} is loaded but ${h} cannot be resolved`)}async function p(u){let h=await l.call(this,u);this.refs[u]||await i.call(this,h.$schema),this.refs[u]||
this.addSchema(h,u,n)}async function l(u){let h=this._loading[u];if(h)return h;try{return await(this._loading[u]=a(u))}finally{delete this._loading[u]}}}addSchema(t,n,a,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,a,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return n=(0,Jn.normalizeId)(n||i),this._checkUnique(n),this.schemas[n]=this._addSchema(
t,a,n,o,!0),this}addMetaSchema(t,n,a=this.opts.validateSchema){return this.addSchema(t,n,!0,a),this}validateSchema(t,n){if(typeof t=="boolean")return!0;let a;if(a=
t.$schema,a!==void 0&&typeof a!="string")throw new Error("$schema must be a string");if(a=a||this.opts.defaultMeta||this.defaultMeta(),!a)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(a,t);if(!o&&n){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let n;for(;typeof(n=Ru.call(this,t))=="string";)t=n;if(n===void 0){let{schemaId:a}=this.
opts,o=new Un.SchemaEnv({schema:{},schemaId:a});if(n=Un.resolveSchema.call(this,o,t),!n)return;this.refs[t]=n}return n.validate||this._compileSchemaEnv(n)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let n=Ru.call(this,t);return typeof n=="object"&&this._cache.delete(n.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let n=t;this._cache.delete(n);let a=t[this.opts.schemaId];return a&&(a=(0,Jn.normalizeId)(a),delete this.
schemas[a],delete this.refs[a]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let n of t)this.addKeyword(n);return this}addKeyword(t,n){
let a;if(typeof t=="string")a=t,typeof n=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),n.keyword=a);else if(typeof t==
"object"&&n===void 0){if(n=t,a=n.keyword,Array.isArray(a)&&!a.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(Ww.call(this,a,n),!n)return(0,sp.eachItem)(a,i=>rp.call(this,i)),this;Hw.call(this,n);let o={...n,type:(0,Fa.getJSONTypes)(
n.type),schemaType:(0,Fa.getJSONTypes)(n.schemaType)};return(0,sp.eachItem)(a,o.type.length===0?i=>rp.call(this,i,o):i=>o.type.forEach(r=>rp.call(this,i,o,r))),
this}getKeyword(t){let n=this.RULES.all[t];return typeof n=="object"?n.definition:!!n}removeKeyword(t){let{RULES:n}=this;delete n.keywords[t],delete n.all[t];for(let a of n.
rules){let o=a.rules.findIndex(i=>i.keyword===t);o>=0&&a.rules.splice(o,1)}return this}addFormat(t,n){return typeof n=="string"&&(n=new RegExp(n)),this.formats[t]=
n,this}errorsText(t=this.errors,{separator:n=", ",dataVar:a="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${a}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+n+i)}$dataMetaSchema(t,n){let a=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of n){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in a){
let p=a[s];if(typeof p!="object")continue;let{$data:l}=p.definition,u=r[s];l&&u&&(r[s]=Mu(u))}}return t}_removeAllSchemas(t,n){for(let a in t){let o=t[a];(!n||n.
test(a))&&(typeof o=="string"?delete t[a]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[a]))}}_addSchema(t,n,a,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;a=(0,Jn.normalizeId)(r||a);let l=Jn.getSchemaRefs.call(this,t,a);return p=new Un.
SchemaEnv({schema:t,schemaId:s,meta:n,baseId:a,localRefs:l}),this._cache.set(p.schema,p),i&&!a.startsWith("#")&&(a&&this._checkUnique(a),this.refs[a]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):Un.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let n=this.
opts;this.opts=this._metaOpts;try{Un.compileSchema.call(this,t)}finally{this.opts=n}}};Dn.ValidationError=jw.default;Dn.MissingRefError=Eu.default;qt.default=Dn;
function Nu(e,t,n,a="error"){for(let o in e){let i=o;i in t&&this.logger[a](`${n}: option ${o}. ${e[i]}`)}}function Ru(e){return e=(0,Jn.normalizeId)(e),this.schemas[e]||
this.refs[e]}function Fw(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function Vw(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function Uw(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let n=e[t];n.keyword||(n.keyword=t),this.addKeyword(n)}}function Jw(){let e={...this.opts};for(let t of Rw)
delete e[t];return e}var Dw={log(){},warn(){},error(){}};function zw(e){if(e===!1)return Dw;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var Cw=/^[a-z_$][a-z0-9_$:-]*$/i;function Ww(e,t){let{RULES:n}=this;if((0,sp.eachItem)(e,a=>{if(n.keywords[a])
throw new Error(`Keyword ${a} is already defined`);if(!Cw.test(a))throw new Error(`Keyword ${a} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function rp(e,t,n){var a;let o=t?.post;if(n&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===n);if(r||(r={type:n,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,Fa.getJSONTypes)(t.type),schemaType:(0,Fa.getJSONTypes)(t.schemaType)}};t.before?Kw.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(a=t.implements)===null||a===void 0||a.forEach(p=>this.addKeyword(p))}function Kw(e,t,n){let a=e.rules.findIndex(o=>o.keyword===n);a>=0?e.rules.splice(
a,0,t):(e.rules.push(t),this.logger.warn(`rule ${n} is not defined`))}function Hw(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=Mu(t)),e.validateSchema=
this.compile(t,!0))}var Bw={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function Mu(e){return{anyOf:[e,Bw]}}});var Fu=ce(np=>{"use strict";Object.defineProperty(np,"__esModule",{value:!0});var Gw={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};np.default=Gw});var Du=ce(vs=>{"use strict";Object.defineProperty(vs,"__esModule",{value:!0});vs.callRef=vs.getValidate=void 0;var Zw=Ln(),Vu=Yt(),Wt=Ue(),Bs=Lr(),Uu=Ta(),Va=Be(),
Qw={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:n,it:a}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=a,{root:l}=i;if((n==="#"||n==="#/")&&
o===l.baseId)return h();let u=Uu.resolveRef.call(p,l,o,n);if(u===void 0)throw new Zw.default(a.opts.uriResolver,o,n);if(u instanceof Uu.SchemaEnv)return k(u);return S(
u);function h(){if(i===l)return Ua(e,r,i,i.$async);let O=t.scopeValue("root",{ref:l});return Ua(e,(0,Wt._)`${O}.validate`,l,l.$async)}function k(O){let x=Ju(e,O);
Ua(e,x,O,O.$async)}function S(O){let x=t.scopeValue("schema",s.code.source===!0?{ref:O,code:(0,Wt.stringify)(O)}:{ref:O}),T=t.name("valid"),R=e.subschema({schema:O,
dataTypes:[],schemaPath:Wt.nil,topSchemaRef:x,errSchemaPath:n},T);e.mergeEvaluated(R),e.ok(T)}}};function Ju(e,t){let{gen:n}=e;return t.validate?n.scopeValue("v\
alidate",{ref:t.validate}):(0,Wt._)`${n.scopeValue("wrapper",{ref:t})}.validate`}vs.getValidate=Ju;function Ua(e,t,n,a){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,l=p.passContext?Bs.default.this:Wt.nil;a?u():h();function u(){if(!s.$async)throw new Error("async schema referenced by sync schema");let O=o.let("vali\
d");o.try(()=>{o.code((0,Wt._)`await ${(0,Vu.callValidateCode)(e,t,l)}`),S(t),r||o.assign(O,!0)},x=>{o.if((0,Wt._)`!(${x} instanceof ${i.ValidationError})`,()=>o.
throw(x)),k(x),r||o.assign(O,!1)}),e.ok(O)}function h(){e.result((0,Vu.callValidateCode)(e,t,l),()=>S(t),()=>k(t))}function k(O){let x=(0,Wt._)`${O}.errors`;o.assign(
Bs.default.vErrors,(0,Wt._)`${Bs.default.vErrors} === null ? ${x} : ${Bs.default.vErrors}.concat(${x})`),o.assign(Bs.default.errors,(0,Wt._)`${Bs.default.vErrors}.length`)}
function S(O){var x;if(!i.opts.unevaluated)return;let T=(x=n?.validate)===null||x===void 0?void 0:x.evaluated;if(i.props!==!0)if(T&&!T.dynamicProps)T.props!==void 0&&
(i.props=Va.mergeEvaluated.props(o,T.props,i.props));else{let R=o.var("props",(0,Wt._)`${O}.evaluated.props`);i.props=Va.mergeEvaluated.props(o,R,i.props,Wt.Name)}
if(i.items!==!0)if(T&&!T.dynamicItems)T.items!==void 0&&(i.items=Va.mergeEvaluated.items(o,T.items,i.items));else{let R=o.var("items",(0,Wt._)`${O}.evaluated.items`);
i.items=Va.mergeEvaluated.items(o,R,i.items,Wt.Name)}}}vs.callRef=Ua;vs.default=Qw});var zu=ce(ap=>{"use strict";Object.defineProperty(ap,"__esModule",{value:!0});var Xw=Fu(),Yw=Du(),ev=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",Xw.default,Yw.default];ap.default=ev});var Cu=ce(op=>{"use strict";Object.defineProperty(op,"__esModule",{value:!0});var Ja=Ue(),ts=Ja.operators,Da={maximum:{okStr:"<=",ok:ts.LTE,fail:ts.GT},minimum:{
okStr:">=",ok:ts.GTE,fail:ts.LT},exclusiveMaximum:{okStr:"<",ok:ts.LT,fail:ts.GTE},exclusiveMinimum:{okStr:">",ok:ts.GT,fail:ts.LTE}},tv={message:({keyword:e,schemaCode:t})=>(0,Ja.
str)`must be ${Da[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,Ja._)`{comparison: ${Da[e].okStr}, limit: ${t}}`},rv={keyword:Object.keys(Da),type:"numb\
er",schemaType:"number",$data:!0,error:tv,code(e){let{keyword:t,data:n,schemaCode:a}=e;e.fail$data((0,Ja._)`${n} ${Da[t].fail} ${a} || isNaN(${n})`)}};op.default=
rv});var Wu=ce(ip=>{"use strict";Object.defineProperty(ip,"__esModule",{value:!0});var zn=Ue(),sv={message:({schemaCode:e})=>(0,zn.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,zn._)`{multipleOf: ${e}}`},nv={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:sv,code(e){let{gen:t,data:n,schemaCode:a,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,zn._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,zn._)`${r} !== parseInt(${r})`;e.fail$data((0,zn.
_)`(${a} === 0 || (${r} = ${n}/${a}, ${s}))`)}};ip.default=nv});var Ku=ce(pp=>{"use strict";Object.defineProperty(pp,"__esModule",{value:!0});var ks=Ue(),av=Be(),ov=Ho(),iv={message({keyword:e,schemaCode:t}){let n=e==="maxLe\
ngth"?"more":"fewer";return(0,ks.str)`must NOT have ${n} than ${t} characters`},params:({schemaCode:e})=>(0,ks._)`{limit: ${e}}`},pv={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:iv,code(e){let{keyword:t,data:n,schemaCode:a,it:o}=e,i=t==="maxLength"?ks.operators.GT:ks.operators.LT,
r=o.opts.unicode===!1?(0,ks._)`${n}.length`:(0,ks._)`${(0,av.useFunc)(e.gen,ov.default)}(${n})`;e.fail$data((0,ks._)`${r} ${i} ${a}`)}};pp.default=pv});var Hu=ce(cp=>{"use strict";Object.defineProperty(cp,"__esModule",{value:!0});var cv=Yt(),dv=Be(),Gs=Ue(),uv={message:({schemaCode:e})=>(0,Gs.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,Gs._)`{pattern: ${e}}`},mv={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:uv,code(e){let{gen:t,data:n,$data:a,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(a){let{regExp:p}=r.opts.code,l=p.code==="new RegExp"?(0,Gs._)`new RegExp`:(0,dv.useFunc)(t,p),u=t.let("val\
id");t.try(()=>t.assign(u,(0,Gs._)`${l}(${i}, ${s}).test(${n})`),()=>t.assign(u,!1)),e.fail$data((0,Gs._)`!${u}`)}else{let p=(0,cv.usePattern)(e,o);e.fail$data(
(0,Gs._)`!${p}.test(${n})`)}}};cp.default=mv});var Bu=ce(dp=>{"use strict";Object.defineProperty(dp,"__esModule",{value:!0});var Cn=Ue(),lv={message({keyword:e,schemaCode:t}){let n=e==="maxProperties"?"more":
"fewer";return(0,Cn.str)`must NOT have ${n} than ${t} properties`},params:({schemaCode:e})=>(0,Cn._)`{limit: ${e}}`},fv={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:lv,code(e){let{keyword:t,data:n,schemaCode:a}=e,o=t==="maxProperties"?Cn.operators.GT:Cn.operators.LT;e.fail$data(
(0,Cn._)`Object.keys(${n}).length ${o} ${a}`)}};dp.default=fv});var Gu=ce(up=>{"use strict";Object.defineProperty(up,"__esModule",{value:!0});var Wn=Yt(),Kn=Ue(),hv=Be(),yv={message:({params:{missingProperty:e}})=>(0,Kn.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,Kn._)`{missingProperty: ${e}}`},gv={keyword:"required",type:"object",schemaType:"array",$data:!0,error:yv,code(e){let{
gen:t,schema:n,schemaCode:a,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&n.length===0)return;let p=n.length>=s.loopRequired;if(r.allErrors?l():u(),s.strictRequired){
let S=e.parentSchema.properties,{definedProperties:O}=e.it;for(let x of n)if(S?.[x]===void 0&&!O.has(x)){let T=r.schemaEnv.baseId+r.errSchemaPath,R=`required pr\
operty "${x}" is not defined at "${T}" (strictRequired)`;(0,hv.checkStrictMode)(r,R,r.opts.strictRequired)}}function l(){if(p||i)e.block$data(Kn.nil,h);else for(let S of n)
(0,Wn.checkReportMissingProp)(e,S)}function u(){let S=t.let("missing");if(p||i){let O=t.let("valid",!0);e.block$data(O,()=>k(S,O)),e.ok(O)}else t.if((0,Wn.checkMissingProp)(
e,n,S)),(0,Wn.reportMissingProp)(e,S),t.else()}function h(){t.forOf("prop",a,S=>{e.setParams({missingProperty:S}),t.if((0,Wn.noPropertyInData)(t,o,S,s.ownProperties),
()=>e.error())})}function k(S,O){e.setParams({missingProperty:S}),t.forOf(S,a,()=>{t.assign(O,(0,Wn.propertyInData)(t,o,S,s.ownProperties)),t.if((0,Kn.not)(O),()=>{
e.error(),t.break()})},Kn.nil)}}};up.default=gv});var Zu=ce(mp=>{"use strict";Object.defineProperty(mp,"__esModule",{value:!0});var Hn=Ue(),bv={message({keyword:e,schemaCode:t}){let n=e==="maxItems"?"more":"few\
er";return(0,Hn.str)`must NOT have ${n} than ${t} items`},params:({schemaCode:e})=>(0,Hn._)`{limit: ${e}}`},wv={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:bv,code(e){let{keyword:t,data:n,schemaCode:a}=e,o=t==="maxItems"?Hn.operators.GT:Hn.operators.LT;e.fail$data((0,Hn._)`${n}.length ${o} ${a}`)}};
mp.default=wv});var za=ce(lp=>{"use strict";Object.defineProperty(lp,"__esModule",{value:!0});var Qu=Ni();Qu.code='require("ajv/dist/runtime/equal").default';lp.default=Qu});var Xu=ce(hp=>{"use strict";Object.defineProperty(hp,"__esModule",{value:!0});var fp=Nn(),Ot=Ue(),vv=Be(),kv=za(),Pv={message:({params:{i:e,j:t}})=>(0,Ot.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,Ot._)`{i: ${e}, j: ${t}}`},$v={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:Pv,code(e){let{gen:t,data:n,
$data:a,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!a&&!o)return;let p=t.let("valid"),l=i.items?(0,fp.getSchemaTypes)(i.items):[];e.block$data(p,u,(0,Ot._)`${r} === false`),
e.ok(p);function u(){let O=t.let("i",(0,Ot._)`${n}.length`),x=t.let("j");e.setParams({i:O,j:x}),t.assign(p,!0),t.if((0,Ot._)`${O} > 1`,()=>(h()?k:S)(O,x))}function h(){
return l.length>0&&!l.some(O=>O==="object"||O==="array")}function k(O,x){let T=t.name("item"),R=(0,fp.checkDataTypes)(l,T,s.opts.strictNumbers,fp.DataType.Wrong),
pe=t.const("indices",(0,Ot._)`{}`);t.for((0,Ot._)`;${O}--;`,()=>{t.let(T,(0,Ot._)`${n}[${O}]`),t.if(R,(0,Ot._)`continue`),l.length>1&&t.if((0,Ot._)`typeof ${T} == "string"`,
(0,Ot._)`${T} += "_"`),t.if((0,Ot._)`typeof ${pe}[${T}] == "number"`,()=>{t.assign(x,(0,Ot._)`${pe}[${T}]`),e.error(),t.assign(p,!1).break()}).code((0,Ot._)`${pe}[${T}] = ${O}`)})}
function S(O,x){let T=(0,vv.useFunc)(t,kv.default),R=t.name("outer");t.label(R).for((0,Ot._)`;${O}--;`,()=>t.for((0,Ot._)`${x} = ${O}; ${x}--;`,()=>t.if((0,Ot._)`${T}(${n}[${O}], ${n}[${x}])`,
()=>{e.error(),t.assign(p,!1).break(R)})))}}};hp.default=$v});var Yu=ce(gp=>{"use strict";Object.defineProperty(gp,"__esModule",{value:!0});var yp=Ue(),Sv=Be(),_v=za(),xv={message:"must be equal to constant",params:({schemaCode:e})=>(0,yp.
_)`{allowedValue: ${e}}`},qv={keyword:"const",$data:!0,error:xv,code(e){let{gen:t,data:n,$data:a,schemaCode:o,schema:i}=e;a||i&&typeof i=="object"?e.fail$data((0,yp.
_)`!${(0,Sv.useFunc)(t,_v.default)}(${n}, ${o})`):e.fail((0,yp._)`${i} !== ${n}`)}};gp.default=qv});var em=ce(bp=>{"use strict";Object.defineProperty(bp,"__esModule",{value:!0});var Bn=Ue(),Ov=Be(),jv=za(),Tv={message:"must be equal to one of the allowed value\
s",params:({schemaCode:e})=>(0,Bn._)`{allowedValues: ${e}}`},Av={keyword:"enum",schemaType:"array",$data:!0,error:Tv,code(e){let{gen:t,data:n,$data:a,schema:o,schemaCode:i,
it:r}=e;if(!a&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,l=()=>p??(p=(0,Ov.useFunc)(t,jv.default)),u;if(s||
a)u=t.let("valid"),e.block$data(u,h);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let S=t.const("vSchema",i);u=(0,Bn.or)(...o.map((O,x)=>k(
S,x)))}e.pass(u);function h(){t.assign(u,!1),t.forOf("v",i,S=>t.if((0,Bn._)`${l()}(${n}, ${S})`,()=>t.assign(u,!0).break()))}function k(S,O){let x=o[O];return typeof x==
"object"&&x!==null?(0,Bn._)`${l()}(${n}, ${S}[${O}])`:(0,Bn._)`${n} === ${x}`}}};bp.default=Av});var tm=ce(wp=>{"use strict";Object.defineProperty(wp,"__esModule",{value:!0});var Nv=Cu(),Rv=Wu(),Ev=Ku(),Iv=Hu(),Mv=Bu(),Lv=Gu(),Fv=Zu(),Vv=Xu(),Uv=Yu(),Jv=em(),
Dv=[Nv.default,Rv.default,Ev.default,Iv.default,Mv.default,Lv.default,Fv.default,Vv.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},Uv.default,Jv.default];wp.default=Dv});var kp=ce(Gn=>{"use strict";Object.defineProperty(Gn,"__esModule",{value:!0});Gn.validateAdditionalItems=void 0;var Ps=Ue(),vp=Be(),zv={message:({params:{len:e}})=>(0,Ps.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,Ps._)`{limit: ${e}}`},Cv={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:zv,code(e){let{parentSchema:t,it:n}=e,{items:a}=t;if(!Array.isArray(a)){(0,vp.checkStrictMode)(n,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}rm(e,a)}};function rm(e,t){let{gen:n,schema:a,data:o,keyword:i,it:r}=e;r.items=!0;let s=n.const("len",(0,Ps._)`${o}.length`);
if(a===!1)e.setParams({len:t.length}),e.pass((0,Ps._)`${s} <= ${t.length}`);else if(typeof a=="object"&&!(0,vp.alwaysValidSchema)(r,a)){let l=n.var("valid",(0,Ps.
_)`${s} <= ${t.length}`);n.if((0,Ps.not)(l),()=>p(l)),e.ok(l)}function p(l){n.forRange("i",t.length,s,u=>{e.subschema({keyword:i,dataProp:u,dataPropType:vp.Type.
Num},l),r.allErrors||n.if((0,Ps.not)(l),()=>n.break())})}}Gn.validateAdditionalItems=rm;Gn.default=Cv});var Pp=ce(Zn=>{"use strict";Object.defineProperty(Zn,"__esModule",{value:!0});Zn.validateTuple=void 0;var sm=Ue(),Ca=Be(),Wv=Yt(),Kv={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:n}=e;if(Array.isArray(t))return nm(e,"additionalItems",t);n.items=!0,!(0,Ca.
alwaysValidSchema)(n,t)&&e.ok((0,Wv.validateArray)(e))}};function nm(e,t,n=e.schema){let{gen:a,parentSchema:o,data:i,keyword:r,it:s}=e;u(o),s.opts.unevaluated&&
n.length&&s.items!==!0&&(s.items=Ca.mergeEvaluated.items(a,n.length,s.items));let p=a.name("valid"),l=a.const("len",(0,sm._)`${i}.length`);n.forEach((h,k)=>{(0,Ca.
alwaysValidSchema)(s,h)||(a.if((0,sm._)`${l} > ${k}`,()=>e.subschema({keyword:r,schemaProp:k,dataProp:k},p)),e.ok(p))});function u(h){let{opts:k,errSchemaPath:S}=s,
O=n.length,x=O===h.minItems&&(O===h.maxItems||h[t]===!1);if(k.strictTuples&&!x){let T=`"${r}" is ${O}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${S}"`;(0,Ca.checkStrictMode)(s,T,k.strictTuples)}}}Zn.validateTuple=nm;Zn.default=Kv});var am=ce($p=>{"use strict";Object.defineProperty($p,"__esModule",{value:!0});var Hv=Pp(),Bv={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:e=>(0,Hv.validateTuple)(e,"items")};$p.default=Bv});var im=ce(Sp=>{"use strict";Object.defineProperty(Sp,"__esModule",{value:!0});var om=Ue(),Gv=Be(),Zv=Yt(),Qv=kp(),Xv={message:({params:{len:e}})=>(0,om.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,om._)`{limit: ${e}}`},Yv={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:Xv,code(e){let{schema:t,
parentSchema:n,it:a}=e,{prefixItems:o}=n;a.items=!0,!(0,Gv.alwaysValidSchema)(a,t)&&(o?(0,Qv.validateAdditionalItems)(e,o):e.ok((0,Zv.validateArray)(e)))}};Sp.default=
Yv});var pm=ce(_p=>{"use strict";Object.defineProperty(_p,"__esModule",{value:!0});var tr=Ue(),Wa=Be(),ek={message:({params:{min:e,max:t}})=>t===void 0?(0,tr.str)`must contain at least ${e} valid item(s)`:
(0,tr.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,tr._)`{minContains: ${e}}`:(0,tr._)`{minContains: ${e}, maxContains: ${t}}`},
tk={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:ek,code(e){let{gen:t,schema:n,parentSchema:a,data:o,
it:i}=e,r,s,{minContains:p,maxContains:l}=a;i.opts.next?(r=p===void 0?1:p,s=l):r=1;let u=t.const("len",(0,tr._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,Wa.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,Wa.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,Wa.alwaysValidSchema)(i,n)){let x=(0,tr._)`${u} >= ${r}`;s!==void 0&&(x=(0,tr._)`${x} && ${u} <= ${s}`),
e.pass(x);return}i.items=!0;let h=t.name("valid");s===void 0&&r===1?S(h,()=>t.if(h,()=>t.break())):r===0?(t.let(h,!0),s!==void 0&&t.if((0,tr._)`${o}.length > 0`,
k)):(t.let(h,!1),k()),e.result(h,()=>e.reset());function k(){let x=t.name("_valid"),T=t.let("count",0);S(x,()=>t.if(x,()=>O(T)))}function S(x,T){t.forRange("i",
0,u,R=>{e.subschema({keyword:"contains",dataProp:R,dataPropType:Wa.Type.Num,compositeRule:!0},x),T()})}function O(x){t.code((0,tr._)`${x}++`),s===void 0?t.if((0,tr.
_)`${x} >= ${r}`,()=>t.assign(h,!0).break()):(t.if((0,tr._)`${x} > ${s}`,()=>t.assign(h,!1).break()),r===1?t.assign(h,!0):t.if((0,tr._)`${x} >= ${r}`,()=>t.assign(
h,!0)))}}};_p.default=tk});var um=ce(Pr=>{"use strict";Object.defineProperty(Pr,"__esModule",{value:!0});Pr.validateSchemaDeps=Pr.validatePropertyDeps=Pr.error=void 0;var xp=Ue(),rk=Be(),
Qn=Yt();Pr.error={message:({params:{property:e,depsCount:t,deps:n}})=>{let a=t===1?"property":"properties";return(0,xp.str)`must have ${a} ${n} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:n,missingProperty:a}})=>(0,xp._)`{property: ${e},
    missingProperty: ${a},
    depsCount: ${t},
    deps: ${n}}`};var sk={keyword:"dependencies",type:"object",schemaType:"object",error:Pr.error,code(e){let[t,n]=nk(e);cm(e,t),dm(e,n)}};function nk({schema:e}){
let t={},n={};for(let a in e){if(a==="__proto__")continue;let o=Array.isArray(e[a])?t:n;o[a]=e[a]}return[t,n]}function cm(e,t=e.schema){let{gen:n,data:a,it:o}=e;
if(Object.keys(t).length===0)return;let i=n.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,Qn.propertyInData)(n,a,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?n.if(p,()=>{for(let l of s)(0,Qn.checkReportMissingProp)(e,l)}):(n.if((0,xp._)`${p} && (${(0,Qn.
checkMissingProp)(e,s,i)})`),(0,Qn.reportMissingProp)(e,i),n.else())}}Pr.validatePropertyDeps=cm;function dm(e,t=e.schema){let{gen:n,data:a,keyword:o,it:i}=e,r=n.
name("valid");for(let s in t)(0,rk.alwaysValidSchema)(i,t[s])||(n.if((0,Qn.propertyInData)(n,a,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>n.var(r,!0)),e.ok(r))}Pr.validateSchemaDeps=dm;Pr.default=sk});var lm=ce(qp=>{"use strict";Object.defineProperty(qp,"__esModule",{value:!0});var mm=Ue(),ak=Be(),ok={message:"property name must be valid",params:({params:e})=>(0,mm.
_)`{propertyName: ${e.propertyName}}`},ik={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:ok,code(e){let{gen:t,schema:n,data:a,it:o}=e;
if((0,ak.alwaysValidSchema)(o,n))return;let i=t.name("valid");t.forIn("key",a,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,mm.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};qp.default=ik});var jp=ce(Op=>{"use strict";Object.defineProperty(Op,"__esModule",{value:!0});var Ka=Yt(),ur=Ue(),pk=Lr(),Ha=Be(),ck={message:"must NOT have additional properti\
es",params:({params:e})=>(0,ur._)`{additionalProperty: ${e.additionalProperty}}`},dk={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:ck,code(e){let{gen:t,schema:n,parentSchema:a,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,Ha.alwaysValidSchema)(r,n))return;let l=(0,Ka.allSchemaProperties)(a.properties),u=(0,Ka.
allSchemaProperties)(a.patternProperties);h(),e.ok((0,ur._)`${i} === ${pk.default.errors}`);function h(){t.forIn("key",o,T=>{!l.length&&!u.length?O(T):t.if(k(T),
()=>O(T))})}function k(T){let R;if(l.length>8){let pe=(0,Ha.schemaRefOrVal)(r,a.properties,"properties");R=(0,Ka.isOwnProperty)(t,pe,T)}else l.length?R=(0,ur.or)(
...l.map(pe=>(0,ur._)`${T} === ${pe}`)):R=ur.nil;return u.length&&(R=(0,ur.or)(R,...u.map(pe=>(0,ur._)`${(0,Ka.usePattern)(e,pe)}.test(${T})`))),(0,ur.not)(R)}function S(T){
t.code((0,ur._)`delete ${o}[${T}]`)}function O(T){if(p.removeAdditional==="all"||p.removeAdditional&&n===!1){S(T);return}if(n===!1){e.setParams({additionalProperty:T}),
e.error(),s||t.break();return}if(typeof n=="object"&&!(0,Ha.alwaysValidSchema)(r,n)){let R=t.name("valid");p.removeAdditional==="failing"?(x(T,R,!1),t.if((0,ur.
not)(R),()=>{e.reset(),S(T)})):(x(T,R),s||t.if((0,ur.not)(R),()=>t.break()))}}function x(T,R,pe){let z={keyword:"additionalProperties",dataProp:T,dataPropType:Ha.
Type.Str};pe===!1&&Object.assign(z,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(z,R)}}};Op.default=dk});var ym=ce(Ap=>{"use strict";Object.defineProperty(Ap,"__esModule",{value:!0});var uk=Mn(),fm=Yt(),Tp=Be(),hm=jp(),mk={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:n,parentSchema:a,data:o,it:i}=e;i.opts.removeAdditional==="all"&&a.additionalProperties===void 0&&hm.default.code(new uk.KeywordCxt(
i,hm.default,"additionalProperties"));let r=(0,fm.allSchemaProperties)(n);for(let h of r)i.definedProperties.add(h);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=Tp.mergeEvaluated.props(t,(0,Tp.toHash)(r),i.props));let s=r.filter(h=>!(0,Tp.alwaysValidSchema)(i,n[h]));if(s.length===0)return;let p=t.name("valid");
for(let h of s)l(h)?u(h):(t.if((0,fm.propertyInData)(t,o,h,i.opts.ownProperties)),u(h),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(h),
e.ok(p);function l(h){return i.opts.useDefaults&&!i.compositeRule&&n[h].default!==void 0}function u(h){e.subschema({keyword:"properties",schemaProp:h,dataProp:h},
p)}}};Ap.default=mk});var vm=ce(Np=>{"use strict";Object.defineProperty(Np,"__esModule",{value:!0});var gm=Yt(),Ba=Ue(),bm=Be(),wm=Be(),lk={keyword:"patternProperties",type:"object",
schemaType:"object",code(e){let{gen:t,schema:n,data:a,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,gm.allSchemaProperties)(n),p=s.filter(x=>(0,bm.alwaysValidSchema)(i,
n[x]));if(s.length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let l=r.strictSchema&&!r.allowMatchingProperties&&o.properties,u=t.name(
"valid");i.props!==!0&&!(i.props instanceof Ba.Name)&&(i.props=(0,wm.evaluatedPropsToName)(t,i.props));let{props:h}=i;k();function k(){for(let x of s)l&&S(x),i.
allErrors?O(x):(t.var(u,!0),O(x),t.if(u))}function S(x){for(let T in l)new RegExp(x).test(T)&&(0,bm.checkStrictMode)(i,`property ${T} matches pattern ${x} (use \
allowMatchingProperties)`)}function O(x){t.forIn("key",a,T=>{t.if((0,Ba._)`${(0,gm.usePattern)(e,x)}.test(${T})`,()=>{let R=p.includes(x);R||e.subschema({keyword:"\
patternProperties",schemaProp:x,dataProp:T,dataPropType:wm.Type.Str},u),i.opts.unevaluated&&h!==!0?t.assign((0,Ba._)`${h}[${T}]`,!0):!R&&!i.allErrors&&t.if((0,Ba.
not)(u),()=>t.break())})})}}};Np.default=lk});var km=ce(Rp=>{"use strict";Object.defineProperty(Rp,"__esModule",{value:!0});var fk=Be(),hk={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:n,it:a}=e;if((0,fk.alwaysValidSchema)(a,n)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};Rp.default=hk});var Pm=ce(Ep=>{"use strict";Object.defineProperty(Ep,"__esModule",{value:!0});var yk=Yt(),gk={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:yk.validateUnion,
error:{message:"must match a schema in anyOf"}};Ep.default=gk});var $m=ce(Ip=>{"use strict";Object.defineProperty(Ip,"__esModule",{value:!0});var Ga=Ue(),bk=Be(),wk={message:"must match exactly one schema in oneOf",params:({
params:e})=>(0,Ga._)`{passingSchemas: ${e.passing}}`},vk={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:wk,code(e){let{gen:t,schema:n,parentSchema:a,it:o}=e;
if(!Array.isArray(n))throw new Error("ajv implementation error");if(o.opts.discriminator&&a.discriminator)return;let i=n,r=t.let("valid",!1),s=t.let("passing",null),
p=t.name("_valid");e.setParams({passing:s}),t.block(l),e.result(r,()=>e.reset(),()=>e.error(!0));function l(){i.forEach((u,h)=>{let k;(0,bk.alwaysValidSchema)(o,
u)?t.var(p,!0):k=e.subschema({keyword:"oneOf",schemaProp:h,compositeRule:!0},p),h>0&&t.if((0,Ga._)`${p} && ${r}`).assign(r,!1).assign(s,(0,Ga._)`[${s}, ${h}]`).
else(),t.if(p,()=>{t.assign(r,!0),t.assign(s,h),k&&e.mergeEvaluated(k,Ga.Name)})})}}};Ip.default=vk});var Sm=ce(Mp=>{"use strict";Object.defineProperty(Mp,"__esModule",{value:!0});var kk=Be(),Pk={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:n,it:a}=e;
if(!Array.isArray(n))throw new Error("ajv implementation error");let o=t.name("valid");n.forEach((i,r)=>{if((0,kk.alwaysValidSchema)(a,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};Mp.default=Pk});var qm=ce(Lp=>{"use strict";Object.defineProperty(Lp,"__esModule",{value:!0});var Za=Ue(),xm=Be(),$k={message:({params:e})=>(0,Za.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,Za._)`{failingKeyword: ${e.ifClause}}`},Sk={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:$k,code(e){let{gen:t,parentSchema:n,
it:a}=e;n.then===void 0&&n.else===void 0&&(0,xm.checkStrictMode)(a,'"if" without "then" and "else" is ignored');let o=_m(a,"then"),i=_m(a,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let u=t.let("ifClause");e.setParams({ifClause:u}),t.if(s,l("then",u),l("else",u))}else o?t.if(
s,l("then")):t.if((0,Za.not)(s),l("else"));e.pass(r,()=>e.error(!0));function p(){let u=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(u)}function l(u,h){return()=>{let k=e.subschema({keyword:u},s);t.assign(r,s),e.mergeValidEvaluated(k,r),h?t.assign(h,(0,Za._)`${u}`):e.setParams(
{ifClause:u})}}}};function _m(e,t){let n=e.schema[t];return n!==void 0&&!(0,xm.alwaysValidSchema)(e,n)}Lp.default=Sk});var Om=ce(Fp=>{"use strict";Object.defineProperty(Fp,"__esModule",{value:!0});var _k=Be(),xk={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:n}){t.if===void 0&&(0,_k.checkStrictMode)(n,`"${e}" without "if" is ignored`)}};Fp.default=xk});var jm=ce(Vp=>{"use strict";Object.defineProperty(Vp,"__esModule",{value:!0});var qk=kp(),Ok=am(),jk=Pp(),Tk=im(),Ak=pm(),Nk=um(),Rk=lm(),Ek=jp(),Ik=ym(),Mk=vm(),
Lk=km(),Fk=Pm(),Vk=$m(),Uk=Sm(),Jk=qm(),Dk=Om();function zk(e=!1){let t=[Lk.default,Fk.default,Vk.default,Uk.default,Jk.default,Dk.default,Rk.default,Ek.default,
Nk.default,Ik.default,Mk.default];return e?t.push(Ok.default,Tk.default):t.push(qk.default,jk.default),t.push(Ak.default),t}Vp.default=zk});var Tm=ce(Up=>{"use strict";Object.defineProperty(Up,"__esModule",{value:!0});var kt=Ue(),Ck={message:({schemaCode:e})=>(0,kt.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,kt._)`{format: ${e}}`},Wk={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:Ck,code(e,t){let{gen:n,data:a,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:l,schemaEnv:u,self:h}=s;if(!p.validateFormats)return;o?k():S();function k(){let O=n.scopeValue("formats",{ref:h.
formats,code:p.code.formats}),x=n.const("fDef",(0,kt._)`${O}[${r}]`),T=n.let("fType"),R=n.let("format");n.if((0,kt._)`typeof ${x} == "object" && !(${x} instanceof RegExp)`,
()=>n.assign(T,(0,kt._)`${x}.type || "string"`).assign(R,(0,kt._)`${x}.validate`),()=>n.assign(T,(0,kt._)`"string"`).assign(R,x)),e.fail$data((0,kt.or)(pe(),z()));
function pe(){return p.strictSchema===!1?kt.nil:(0,kt._)`${r} && !${R}`}function z(){let K=u.$async?(0,kt._)`(${x}.async ? await ${R}(${a}) : ${R}(${a}))`:(0,kt.
_)`${R}(${a})`,F=(0,kt._)`(typeof ${R} == "function" ? ${K} : ${R}.test(${a}))`;return(0,kt._)`${R} && ${R} !== true && ${T} === ${t} && !${F}`}}function S(){let O=h.
formats[i];if(!O){pe();return}if(O===!0)return;let[x,T,R]=z(O);x===t&&e.pass(K());function pe(){if(p.strictSchema===!1){h.logger.warn(F());return}throw new Error(
F());function F(){return`unknown format "${i}" ignored in schema at path "${l}"`}}function z(F){let ue=F instanceof RegExp?(0,kt.regexpCode)(F):p.code.formats?(0,kt.
_)`${p.code.formats}${(0,kt.getProperty)(i)}`:void 0,j=n.scopeValue("formats",{key:i,ref:F,code:ue});return typeof F=="object"&&!(F instanceof RegExp)?[F.type||
"string",F.validate,(0,kt._)`${j}.validate`]:["string",F,j]}function K(){if(typeof O=="object"&&!(O instanceof RegExp)&&O.async){if(!u.$async)throw new Error("a\
sync format in sync schema");return(0,kt._)`await ${R}(${a})`}return typeof T=="function"?(0,kt._)`${R}(${a})`:(0,kt._)`${R}.test(${a})`}}}};Up.default=Wk});var Am=ce(Jp=>{"use strict";Object.defineProperty(Jp,"__esModule",{value:!0});var Kk=Tm(),Hk=[Kk.default];Jp.default=Hk});var Nm=ce(Zs=>{"use strict";Object.defineProperty(Zs,"__esModule",{value:!0});Zs.contentVocabulary=Zs.metadataVocabulary=void 0;Zs.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];Zs.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var Em=ce(Dp=>{"use strict";Object.defineProperty(Dp,"__esModule",{value:!0});var Bk=zu(),Gk=tm(),Zk=jm(),Qk=Am(),Rm=Nm(),Xk=[Bk.default,Gk.default,(0,Zk.default)(),
Qk.default,Rm.metadataVocabulary,Rm.contentVocabulary];Dp.default=Xk});var Mm=ce(Qa=>{"use strict";Object.defineProperty(Qa,"__esModule",{value:!0});Qa.DiscrError=void 0;var Im;(function(e){e.Tag="tag",e.Mapping="mapping"})(Im||(Qa.
DiscrError=Im={}))});var Fm=ce(Cp=>{"use strict";Object.defineProperty(Cp,"__esModule",{value:!0});var Qs=Ue(),zp=Mm(),Lm=Ta(),Yk=Ln(),e1=Be(),t1={message:({params:{discrError:e,tagName:t}})=>e===
zp.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:n}})=>(0,Qs._)`{error: ${e}, tag: ${n}, tagValue: ${t}}`},
r1={keyword:"discriminator",type:"object",schemaType:"object",error:t1,code(e){let{gen:t,data:n,schema:a,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=a.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(a.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),l=t.
const("tag",(0,Qs._)`${n}${(0,Qs.getProperty)(s)}`);t.if((0,Qs._)`typeof ${l} == "string"`,()=>u(),()=>e.error(!1,{discrError:zp.DiscrError.Tag,tag:l,tagName:s})),
e.ok(p);function u(){let S=k();t.if(!1);for(let O in S)t.elseIf((0,Qs._)`${l} === ${O}`),t.assign(p,h(S[O]));t.else(),e.error(!1,{discrError:zp.DiscrError.Mapping,
tag:l,tagName:s}),t.endIf()}function h(S){let O=t.name("valid"),x=e.subschema({keyword:"oneOf",schemaProp:S},O);return e.mergeEvaluated(x,Qs.Name),O}function k(){
var S;let O={},x=R(o),T=!0;for(let K=0;K<r.length;K++){let F=r[K];if(F?.$ref&&!(0,e1.schemaHasRulesButRef)(F,i.self.RULES)){let j=F.$ref;if(F=Lm.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,j),F instanceof Lm.SchemaEnv&&(F=F.schema),F===void 0)throw new Yk.default(i.opts.uriResolver,i.baseId,j)}let ue=(S=F?.properties)===
null||S===void 0?void 0:S[s];if(typeof ue!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);T=T&&
(x||R(F)),pe(ue,K)}if(!T)throw new Error(`discriminator: "${s}" must be required`);return O;function R({required:K}){return Array.isArray(K)&&K.includes(s)}function pe(K,F){
if(K.const)z(K.const,F);else if(K.enum)for(let ue of K.enum)z(ue,F);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function z(K,F){
if(typeof K!="string"||K in O)throw new Error(`discriminator: "${s}" values must be unique strings`);O[K]=F}}}};Cp.default=r1});var Vm=ce((XS,s1)=>{s1.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
definitions:{schemaArray:{type:"array",minItems:1,items:{$ref:"#"}},nonNegativeInteger:{type:"integer",minimum:0},nonNegativeIntegerDefault0:{allOf:[{$ref:"#/de\
finitions/nonNegativeInteger"},{default:0}]},simpleTypes:{enum:["array","boolean","integer","null","number","object","string"]},stringArray:{type:"array",items:{
type:"string"},uniqueItems:!0,default:[]}},type:["object","boolean"],properties:{$id:{type:"string",format:"uri-reference"},$schema:{type:"string",format:"uri"},
$ref:{type:"string",format:"uri-reference"},$comment:{type:"string"},title:{type:"string"},description:{type:"string"},default:!0,readOnly:{type:"boolean",default:!1},
examples:{type:"array",items:!0},multipleOf:{type:"number",exclusiveMinimum:0},maximum:{type:"number"},exclusiveMaximum:{type:"number"},minimum:{type:"number"},
exclusiveMinimum:{type:"number"},maxLength:{$ref:"#/definitions/nonNegativeInteger"},minLength:{$ref:"#/definitions/nonNegativeIntegerDefault0"},pattern:{type:"\
string",format:"regex"},additionalItems:{$ref:"#"},items:{anyOf:[{$ref:"#"},{$ref:"#/definitions/schemaArray"}],default:!0},maxItems:{$ref:"#/definitions/nonNeg\
ativeInteger"},minItems:{$ref:"#/definitions/nonNegativeIntegerDefault0"},uniqueItems:{type:"boolean",default:!1},contains:{$ref:"#"},maxProperties:{$ref:"#/def\
initions/nonNegativeInteger"},minProperties:{$ref:"#/definitions/nonNegativeIntegerDefault0"},required:{$ref:"#/definitions/stringArray"},additionalProperties:{
$ref:"#"},definitions:{type:"object",additionalProperties:{$ref:"#"},default:{}},properties:{type:"object",additionalProperties:{$ref:"#"},default:{}},patternProperties:{
type:"object",additionalProperties:{$ref:"#"},propertyNames:{format:"regex"},default:{}},dependencies:{type:"object",additionalProperties:{anyOf:[{$ref:"#"},{$ref:"\
#/definitions/stringArray"}]}},propertyNames:{$ref:"#"},const:!0,enum:{type:"array",items:!0,minItems:1,uniqueItems:!0},type:{anyOf:[{$ref:"#/definitions/simple\
Types"},{type:"array",items:{$ref:"#/definitions/simpleTypes"},minItems:1,uniqueItems:!0}]},format:{type:"string"},contentMediaType:{type:"string"},contentEncoding:{
type:"string"},if:{$ref:"#"},then:{$ref:"#"},else:{$ref:"#"},allOf:{$ref:"#/definitions/schemaArray"},anyOf:{$ref:"#/definitions/schemaArray"},oneOf:{$ref:"#/de\
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Ut=ce((lt,Wp)=>{"use strict";Object.defineProperty(lt,"__esModule",{value:!0});lt.MissingRefError=lt.ValidationError=lt.CodeGen=lt.Name=lt.nil=lt.stringify=
lt.str=lt._=lt.KeywordCxt=lt.Ajv=void 0;var n1=Lu(),a1=Em(),o1=Fm(),Um=Vm(),i1=["/properties"],Xa="http://json-schema.org/draft-07/schema",Xs=class extends n1.default{_addVocabularies(){
super._addVocabularies(),a1.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(o1.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(Um,i1):Um;this.addMetaSchema(t,Xa,!1),this.refs["http://json-schema.org/schema"]=Xa}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(Xa)?Xa:void 0)}};lt.Ajv=Xs;Wp.exports=lt=Xs;Wp.exports.Ajv=Xs;Object.defineProperty(lt,"__esMo\
dule",{value:!0});lt.default=Xs;var p1=Mn();Object.defineProperty(lt,"KeywordCxt",{enumerable:!0,get:function(){return p1.KeywordCxt}});var Ys=Ue();Object.defineProperty(
lt,"_",{enumerable:!0,get:function(){return Ys._}});Object.defineProperty(lt,"str",{enumerable:!0,get:function(){return Ys.str}});Object.defineProperty(lt,"stri\
ngify",{enumerable:!0,get:function(){return Ys.stringify}});Object.defineProperty(lt,"nil",{enumerable:!0,get:function(){return Ys.nil}});Object.defineProperty(
lt,"Name",{enumerable:!0,get:function(){return Ys.Name}});Object.defineProperty(lt,"CodeGen",{enumerable:!0,get:function(){return Ys.CodeGen}});var c1=Oa();Object.
defineProperty(lt,"ValidationError",{enumerable:!0,get:function(){return c1.default}});var d1=Ln();Object.defineProperty(lt,"MissingRefError",{enumerable:!0,get:function(){
return d1.default}})});var Oh=Tt(Rc());import{models as WP}from"./models.js";function ua(e,t=!1){let n=e.length,a=0,o="",i=0,r=16,s=0,p=0,l=0,u=0,h=0;function k(z,K){let F=0,ue=0;for(;F<z||!K;){let j=e.charCodeAt(a);if(j>=48&&j<=57)ue=ue*
16+j-48;else if(j>=65&&j<=70)ue=ue*16+j-65+10;else if(j>=97&&j<=102)ue=ue*16+j-97+10;else break;a++,F++}return F<z&&(ue=-1),ue}function S(z){a=z,o="",i=0,r=16,h=
0}function O(){let z=a;if(e.charCodeAt(a)===48)a++;else for(a++;a<e.length&&Is(e.charCodeAt(a));)a++;if(a<e.length&&e.charCodeAt(a)===46)if(a++,a<e.length&&Is(e.
charCodeAt(a)))for(a++;a<e.length&&Is(e.charCodeAt(a));)a++;else return h=3,e.substring(z,a);let K=a;if(a<e.length&&(e.charCodeAt(a)===69||e.charCodeAt(a)===101))
if(a++,(a<e.length&&e.charCodeAt(a)===43||e.charCodeAt(a)===45)&&a++,a<e.length&&Is(e.charCodeAt(a))){for(a++;a<e.length&&Is(e.charCodeAt(a));)a++;K=a}else h=3;
return e.substring(z,K)}function x(){let z="",K=a;for(;;){if(a>=n){z+=e.substring(K,a),h=2;break}let F=e.charCodeAt(a);if(F===34){z+=e.substring(K,a),a++;break}
if(F===92){if(z+=e.substring(K,a),a++,a>=n){h=2;break}switch(e.charCodeAt(a++)){case 34:z+='"';break;case 92:z+="\\";break;case 47:z+="/";break;case 98:z+="\b";
break;case 102:z+="\f";break;case 110:z+=`
`;break;case 114:z+="\r";break;case 116:z+="	";break;case 117:let j=k(4,!0);j>=0?z+=String.fromCharCode(j):h=4;break;default:h=5}K=a;continue}if(F>=0&&F<=31)if(Pn(
F)){z+=e.substring(K,a),h=2;break}else h=6;a++}return z}function T(){if(o="",h=0,i=a,p=s,u=l,a>=n)return i=n,r=17;let z=e.charCodeAt(a);if(Zo(z)){do a++,o+=String.
fromCharCode(z),z=e.charCodeAt(a);while(Zo(z));return r=15}if(Pn(z))return a++,o+=String.fromCharCode(z),z===13&&e.charCodeAt(a)===10&&(a++,o+=`
`),s++,l=a,r=14;switch(z){case 123:return a++,r=1;case 125:return a++,r=2;case 91:return a++,r=3;case 93:return a++,r=4;case 58:return a++,r=6;case 44:return a++,
r=5;case 34:return a++,o=x(),r=10;case 47:let K=a-1;if(e.charCodeAt(a+1)===47){for(a+=2;a<n&&!Pn(e.charCodeAt(a));)a++;return o=e.substring(K,a),r=12}if(e.charCodeAt(
a+1)===42){a+=2;let F=n-1,ue=!1;for(;a<F;){let j=e.charCodeAt(a);if(j===42&&e.charCodeAt(a+1)===47){a+=2,ue=!0;break}a++,Pn(j)&&(j===13&&e.charCodeAt(a)===10&&a++,
s++,l=a)}return ue||(a++,h=1),o=e.substring(K,a),r=13}return o+=String.fromCharCode(z),a++,r=16;case 45:if(o+=String.fromCharCode(z),a++,a===n||!Is(e.charCodeAt(
a)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=O(),r=11;default:for(;a<n&&R(z);)a++,z=e.charCodeAt(a);
if(i!==a){switch(o=e.substring(i,a),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(z),a++,r=16}}
function R(z){if(Zo(z)||Pn(z))return!1;switch(z){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function pe(){let z;do z=T();while(z>=
12&&z<=15);return z}return{setPosition:S,getPosition:()=>a,scan:t?pe:T,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>a-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-u,getTokenError:()=>h}}function Zo(e){return e===32||e===9}function Pn(e){return e===10||e===13}function Is(e){return e>=48&&e<=57}
var Ec;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(Ec||(Ec={}));var sy=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),Ms=200,ny={" ":{"\n":new Array(Ms).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(Ms).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(Ms).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(Ms).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(Ms).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(Ms).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var ma;(function(e){e.DEFAULT={allowTrailingComma:!1}})(ma||(ma={}));function Ic(e,t){let n=[],a=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,l,u,h){i.value=p,i.offset=l,i.length=u,i.type=h,i.colonOffset=void 0,o=i}try{Yo(e,{onObjectBegin:(p,l)=>{if(t<=p)throw a;o=void 0,r=t>p,n.push(
"")},onObjectProperty:(p,l,u)=>{if(t<l||(s(p,l,u,"property"),n[n.length-1]=p,t<=l+u))throw a},onObjectEnd:(p,l)=>{if(t<=p)throw a;o=void 0,n.pop()},onArrayBegin:(p,l)=>{
if(t<=p)throw a;o=void 0,n.push(0)},onArrayEnd:(p,l)=>{if(t<=p)throw a;o=void 0,n.pop()},onLiteralValue:(p,l,u)=>{if(t<l||(s(p,l,u,Mc(p)),t<=l+u))throw a},onSeparator:(p,l,u)=>{
if(t<=l)throw a;if(p===":"&&o&&o.type==="property")o.colonOffset=l,r=!1,o=void 0;else if(p===","){let h=n[n.length-1];typeof h=="number"?n[n.length-1]=h+1:(r=!0,
n[n.length-1]=""),o=void 0}}})}catch(p){if(p!==a)throw p}return{path:n,previousNode:o,isAtPropertyKey:r,matches:p=>{let l=0;for(let u=0;l<p.length&&u<n.length;u++)
if(p[l]===n[u]||p[l]==="*")l++;else if(p[l]!=="**")return!1;return l===p.length}}}function Qo(e,t=[],n=ma.DEFAULT){let a={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){a.type==="property"&&(a.length=p-a.offset,a=a.
parent)}function i(p){return a.children.push(p),p}Yo(e,{onObjectBegin:p=>{a=i({type:"object",offset:p,length:-1,parent:a,children:[]})},onObjectProperty:(p,l,u)=>{
a=i({type:"property",offset:l,length:-1,parent:a,children:[]}),a.children.push({type:"string",value:p,offset:l,length:u,parent:a})},onObjectEnd:(p,l)=>{o(p+l),a.
length=p+l-a.offset,a=a.parent,o(p+l)},onArrayBegin:(p,l)=>{a=i({type:"array",offset:p,length:-1,parent:a,children:[]})},onArrayEnd:(p,l)=>{a.length=p+l-a.offset,
a=a.parent,o(p+l)},onLiteralValue:(p,l,u)=>{i({type:Mc(p),offset:l,length:u,parent:a,value:p}),o(l+u)},onSeparator:(p,l,u)=>{a.type==="property"&&(p===":"?a.colonOffset=
l:p===","&&o(l))},onError:(p,l,u)=>{t.push({error:p,offset:l,length:u})}},n);let s=a.children[0];return s&&delete s.parent,s}function Xo(e,t){if(!e)return;let n=e;
for(let a of t)if(typeof a=="string"){if(n.type!=="object"||!Array.isArray(n.children))return;let o=!1;for(let i of n.children)if(Array.isArray(i.children)&&i.children[0].
value===a&&i.children.length===2){n=i.children[1],o=!0;break}if(!o)return}else{let o=a;if(n.type!=="array"||o<0||!Array.isArray(n.children)||o>=n.children.length)
return;n=n.children[o]}return n}function la(e){switch(e.type){case"array":return e.children.map(la);case"object":let t=Object.create(null);for(let n of e.children){let a=n.children[1];a&&(t[n.
children[0].value]=la(a))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function Yo(e,t,n=ma.DEFAULT){let a=ua(e,!1),o=[],i=0;function r(Y){return Y?()=>i===0&&Y(a.getTokenOffset(),a.getTokenLength(),a.getTokenStartLine(),a.getTokenStartCharacter()):
()=>!0}function s(Y){return Y?D=>i===0&&Y(D,a.getTokenOffset(),a.getTokenLength(),a.getTokenStartLine(),a.getTokenStartCharacter()):()=>!0}function p(Y){return Y?
D=>i===0&&Y(D,a.getTokenOffset(),a.getTokenLength(),a.getTokenStartLine(),a.getTokenStartCharacter(),()=>o.slice()):()=>!0}function l(Y){return Y?()=>{i>0?i++:Y(
a.getTokenOffset(),a.getTokenLength(),a.getTokenStartLine(),a.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function u(Y){return Y?()=>{i>0&&i--,i===
0&&Y(a.getTokenOffset(),a.getTokenLength(),a.getTokenStartLine(),a.getTokenStartCharacter())}:()=>!0}let h=l(t.onObjectBegin),k=p(t.onObjectProperty),S=u(t.onObjectEnd),
O=l(t.onArrayBegin),x=u(t.onArrayEnd),T=p(t.onLiteralValue),R=s(t.onSeparator),pe=r(t.onComment),z=s(t.onError),K=n&&n.disallowComments,F=n&&n.allowTrailingComma;
function ue(){for(;;){let Y=a.scan();switch(a.getTokenError()){case 4:j(14);break;case 5:j(15);break;case 3:j(13);break;case 1:K||j(11);break;case 2:j(12);break;case 6:
j(16);break}switch(Y){case 12:case 13:K?j(10):pe();break;case 16:j(1);break;case 15:case 14:break;default:return Y}}}function j(Y,D=[],He=[]){if(z(Y),D.length+He.
length>0){let ht=a.getToken();for(;ht!==17;){if(D.indexOf(ht)!==-1){ue();break}else if(He.indexOf(ht)!==-1)break;ht=ue()}}}function fe(Y){let D=a.getTokenValue();
return Y?T(D):(k(D),o.push(D)),ue(),!0}function le(){switch(a.getToken()){case 11:let Y=a.getTokenValue(),D=Number(Y);isNaN(D)&&(j(2),D=0),T(D);break;case 7:T(null);
break;case 8:T(!0);break;case 9:T(!1);break;default:return!1}return ue(),!0}function U(){return a.getToken()!==10?(j(3,[],[2,5]),!1):(fe(!1),a.getToken()===6?(R(
":"),ue(),xe()||j(4,[],[2,5])):j(5,[],[2,5]),o.pop(),!0)}function L(){h(),ue();let Y=!1;for(;a.getToken()!==2&&a.getToken()!==17;){if(a.getToken()===5){if(Y||j(
4,[],[]),R(","),ue(),a.getToken()===2&&F)break}else Y&&j(6,[],[]);U()||j(4,[],[2,5]),Y=!0}return S(),a.getToken()!==2?j(7,[2],[]):ue(),!0}function we(){O(),ue();
let Y=!0,D=!1;for(;a.getToken()!==4&&a.getToken()!==17;){if(a.getToken()===5){if(D||j(4,[],[]),R(","),ue(),a.getToken()===4&&F)break}else D&&j(6,[],[]);Y?(o.push(
0),Y=!1):o[o.length-1]++,xe()||j(4,[],[4,5]),D=!0}return x(),Y||o.pop(),a.getToken()!==4?j(8,[4],[]):ue(),!0}function xe(){switch(a.getToken()){case 3:return we();case 1:
return L();case 10:return fe(!0);default:return le()}}return ue(),a.getToken()===17?n.allowEmptyContent?!0:(j(4,[],[]),!1):xe()?(a.getToken()!==17&&j(9,[],[]),!0):
(j(4,[],[]),!1)}function Mc(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var Lc;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(Lc||(Lc={}));var Fc;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(Fc||(Fc={}));var Uc=Ic;var ei=Qo,Jc=Xo;var Dc=la;var Vc;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(Vc||(Vc={}));function zc(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var cy="\uFEFF";function*Cc(e){for(let t of e.files.values()){let n=t.syntaxErrors[0];t.text.startsWith(cy)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:n!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:n.offset,message:`the file is not JSON: ${dy(zc(n.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function dy(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function Ls(e){return Wc(e)}function Br(e){return Wc(e)}function Wc(e){let t=new WeakMap;return n=>{let a=t.get(n);if(a!==void 0)return a.value;let o=e(n);return t.
set(n,{value:o}),o}}function Kc(e){return[...e.files.values()].flatMap(uy)}var uy=Br(e=>e.syntaxErrors.length===0&&my(e.text)===Hc(e.value)?[]:e.tree===void 0?[]:[...ti(e.path,e.tree,
[])]);function my(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function Hc(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((n,a)=>n+Hc(a),0)}function*ti(e,t,n){let a=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*ti(e,i,[...n,o]);continue}let p=String(r.value);a.has(p)&&(yield{code:"S002",file:e,path:[...n,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),a.add(p),s!==void 0&&(yield*ti(e,s,[...n,p]))}}function Gc(e){return[...e.files.values()].flatMap(ly)}var ly=Br(({path:e,text:t,syntaxErrors:n})=>n.length>0?[]:[...t.matchAll(fy)].flatMap(({0:a,index:o})=>a.
startsWith('"')||Bc(a)===Bc(String(Number(a)))?[]:[{code:"S005",file:e,path:Uc(t,o).path,message:`the number ${a} would be read as ${Number(a)}`}])),fy=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function Bc(e){let[,t="",n="",a="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${n}${a}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?n===""?e:"0":`${t}${r}e${Number(o)-a.length+i.length-r.length}`}function ge(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function ds(e){return ge(e)?Object.entries(e):[]}function Er(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as ri}from"node:path";function fa(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function je(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var ha=class extends Error{constructor(n,a,o){super(`${n}: $ref "${a}" ${o}`);this.file=n;this.reference=a}file;reference;name="ReferenceError"};function Zc(e,t,n){let[a="",o=""]=n.split("#"),i=a===""?t:ri.normalize(ri.join(ri.dirname(t),a)),r=e.files.get(i)?.value;if(r===void 0)throw new ha(t,n,"names a\
 file that does not exist");for(let s of je(o)){let p=Array.isArray(r)?r[Number(s)]:ge(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new ha(t,n,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function Qc(e){return e.replaceAll(":","~~").replaceAll("/","~")}function Xc(e){return e.replaceAll("~~",":").replaceAll("~","/")}function vt(e,t){let n={};return t!==void 0&&(n[e]=t),n}function $n(e){if(e.kind==="object")return e.members;if(e.kind!=="union")return[];let t=new Map([[e.tag.name,e.tag]]);for(let n of e.variants.flatMap(a=>a.members))
t.has(n.name)||t.set(n.name,n);return[...t.values()]}var en=Tt(Ut(),1);function $r(e,t=0,n=t+4){return t+e.below(n-t+1)}var mr=new en.Name("vErrors");function pt(e,t,{pointer:n,value:a},...o){return o.reduce((i,r)=>en._`${i}, ${r}`,
en._`${new en.Name(e)}(${mr}, ${n}, ${a}, ${t.required?1:0}`)}function Te(e,t){return{about:e,value:t,findings:[]}}function Me(e,t,n,a){return{about:e,value:t,findings:[
a===void 0?{rule:n}:{rule:n,path:a}]}}function ft(e){return e.map(t=>Me(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function nt(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var u1=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function Jm(e,t,n,a){return{...m1(e,t,n),source:n.has("x-source")?n.source():a}}function m1(e,t,n){return{name:e,required:t,description:n.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...n.has("x-quantity")?{quantity:n.oneOf("x-quantity",u1)}:{},notes:n.notes()}}var Ss=Tt(Ut(),1);function l1(e){return typeof e=="string"?e:JSON.stringify(e)}function Xn(e){let t=e.map(l1),n=t.pop()??"";return t.length===0?{en:n,zh:n}:{en:`${t.join(", ")} o\
r ${n}`,zh:`${t.join("\u3001")} \u6216 ${n}`}}function eo(e,t=""){let n=(o,i,r)=>o===void 0?[]:[{en:`${i} ${Ya(o,t)}`,zh:`${r} ${Ya(o,t)}`}],a=[...n(e.minimum,"\
at least","\u81F3\u5C11"),...n(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...n(e.maximum,"at most","\u81F3\u591A"),...n(e.exclusiveMaximum,"less than","\u5C0F\u4E8E")];
return a.length===0?void 0:{en:a.map(({en:o})=>o).join(" and "),zh:$s(...a.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function to(e,t=""){let{minimum:n,maximum:a,
exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&n!==void 0&&a!==void 0)return{en:` from ${n} to ${Ya(a,t)}`,zh:`${n} \u5230 ${Ya(a,t)} \u7684`};
let r=eo(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\uFF09`}}function rs(e,t,n){let a=o=>`${o}\
 ${o===1?n.en:Dm(n.en)}`;return t===void 0?e===0?{en:Dm(n.en),zh:n.zh}:{en:`at least ${a(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${n.zh}`}:e===t?{en:a(t),zh:`${t} \u4E2A${n.
zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${a(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${n.zh}`}:{en:`${e} to ${a(t)}`,zh:`${e} \u5230 ${t} \u4E2A${n.zh}`}}function $s(...e){
return e.reduce((t,n)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.test(n)?`${t} ${n}`:t+n,"")}function Dm(e){
return`${e}s`}function Ya(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var zm={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...nt({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...nt({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:n,maxItems:a}=e;return n===void 0&&a===void 0?Ss._`${pt("typed",e,t,Ss._`"array"`)})`:Ss._`${pt("list",e,t,Ss._`${n??0}`,a===void 0?Ss._`Infinity`:
Ss._`${a}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...nt({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let n=eo({minimum:e,maximum:t});
return n===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${n.en} items; their form is not shown`,zh:`${n.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...ft(["text",1,{length:1}]),...e===0?[Te("empty",[])]:[Me("min-items-under",
Yn(e-1),"min-items")],...e<=3&&(t??3)>=3?[Te("items",Yn(3))]:[],...t===void 0?[]:[Te("max-items-at",Yn(t)),Me("max-items-over",Yn(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},n)=>Yn($r(n,e,t))};function Yn(e){return Array.from({length:e},(t,n)=>n===0?{type:"any"}:n%2===1?"text":n-1)}var Kp=Tt(Ut(),1);var Cm={read:(e,t)=>({kind:"boolean",...t,...vt("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>Kp._`${pt("\
typed",e,t,Kp._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...ft([
"true",1,0,[]]),Te("true",!0),Te("false",!1)],sample:(e,t)=>t.below(2)===1};var sa=Tt(Ut(),1);var ea=Tt(Ut(),1),Wm=Tt(Fs(),1);function lr(e){return(0,ea.stringify)(e)}function Km(e){return(0,ea.stringify)(e)}function ss(e,t=""){let n=e.replace(/[^\x20-\x7e]/g,
a=>`\\u${a.charCodeAt(0).toString(16).padStart(4,"0")}`);return ea._`${(0,Wm.regexpCode)(new RegExp(n,t))}`}function ta({type:e,enum:t}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[n,...a]=e.filter(o=>o!=="null");return typeof n=="string"&&(a.length===
0||t!==void 0)?n:void 0}function ro({type:e}){return Array.isArray(e)&&e.includes("null")}function Hm({nullable:e},t){return e?`${t} | null`:t}function Bm({nullable:e},t){
if(e!==!0)return t;let{type:n,enum:a,anyOf:o,oneOf:i}=t,r=o??i;return n===void 0&&Array.isArray(r)?{...t,[o===void 0?"oneOf":"anyOf"]:[...r,{type:"null"}]}:{...t,
...n===void 0?{}:{type:[...Array.isArray(n)?n:[n],"null"]},...Array.isArray(a)?{enum:[...a,null]}:{}}}function Gm({nullable:e},{en:t,zh:n}){return e?{en:`${t}, or null`,zh:`${n}\uFF0C\u6216 null`}:{en:t,zh:n}}function Zm({nullable:e},t){return e?[Te("null",null),
...t]:t}function so({nullable:e},t,n,a){return e?[]:[{about:t,value:n,findings:[a===void 0?{rule:"null"}:{rule:"null",path:a}]}]}var ra=Tt(Ut(),1);function Qm(e,t){if(e.has("x-options"))return e.objects("x-options").map(n=>({value:t(n.raw("value"),"x-options"),...nt({label:n.has("label")?f1(n.object("label")):
void 0,deprecated:n.has("x-deprecated")?h1(n.object("x-deprecated"),t):void 0})}))}function f1(e){let t=Object.keys(e.value).map(n=>[n,e.text(n)]);return{...Object.
fromEntries(t),en:e.text("en")}}function h1(e,t){return{since:e.text("since"),...nt({until:e.optionalText("until"),replacedBy:e.has("replacedBy")?t(e.raw("repla\
cedBy"),"x-options"):void 0}),source:e.source()}}function Hp(e){return e.map(({deprecated:t,...n})=>{if(t===void 0)return n;let{source:a,...o}=t;return{...n,deprecated:o}})}
function Xm({options:e=[]},t,{constant:n}){let a=Hp(e).flatMap(({value:o,deprecated:i})=>i===void 0?[]:[[o,{...i}]]);return a.length===0?ra._``:ra._`
${new ra.Name("deprecatedValue")}(${mr}, ${t.pointer}, ${t.value}, ${n(lr(a))})`}function Ym({options:e=[]},t){return e.some(n=>n.value===t&&n.deprecated!==void 0)}var el={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},tl={read(e,t){if(e.has("const"))
return{kind:"enum",...t,type:"string",values:[e.text("const")]};let n=y1(e),[a="mixed",...o]=n,i=o.length===0&&a!=="boolean"?a:"mixed",r=(s,p)=>g1(s)&&n.some(l=>el[l](
s))?s:e.refuse(p,`${n.join("s or ")}s`);return e.list("enum").includes(null)!==ro(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has nul\
l'),{kind:"enum",...t,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[r(s,"enum")]),...e.has("default")?{default:r(e.raw("default"),"default")}:{},...vt("u\
nit",k1(e)),...vt("options",Qm(e,r))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(t)).join(" | ")})`,schema:({type:e,values:t})=>({type:e==="mixed"?w1(t):e,
enum:[...t]}),check(e,t,n){let a=n.constant(lr(e.values)),o=e.type==="mixed"?sa._`${pt("mixedChoice",e,t,a)})`:sa._`${pt("choice",e,t,sa._`${e.type}`,a)})`;return sa._`${o}${Xm(
e,t,n)}`},facts:({type:e,values:t,unit:n,options:a})=>({type:e,allowed:t,...vt("unit",n),...vt("options",a&&Hp(a))}),phrase({values:e,unit:t}){let n=Xn(e),a=t===
void 0?"":` ${t}`;return{en:n.en+a,zh:n.zh+a}},example(e){let{default:t,values:n}=e;return t??n.find(a=>!Ym(e,a))??n[0]??""},cases:e=>[...b1(e),...e.values.map(
t=>Te(`offers-${t}`,t)),...P1(e.values)],sample:({values:e},t)=>e[t.below(e.length)]??""};function y1(e){let t=e.raw("type"),n=(Array.isArray(t)?t:[t]).filter(o=>o!==
"null"),a=n.filter(o=>typeof o=="string"&&Object.hasOwn(el,o));return(a.length<n.length||a.length===0)&&e.refuse("type","string, integer, number or boolean, or \
a list of these"),a}function g1(e){return typeof e=="string"||typeof e=="number"||typeof e=="boolean"}function b1({type:e,values:t}){return e==="mixed"?v1(t):ft(
e==="string"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]])}function w1(e){let t=e.map(a=>typeof a=="number"&&Number.isInteger(a)?"integer":typeof a),
n=[...new Set(t)];return n.includes("number")?n.filter(a=>a!=="integer"):n}function v1(e){let t=new Set(e);return[...e.map(a=>typeof a=="string"?Number(a):String(
a)).filter(a=>!Number.isNaN(a)&&!t.has(a)).map(a=>Me(`as-${typeof a}-${a}`,a,"enum")),Me("type-array",[e[0]??""],"enum"),Me("type-object",{},"enum"),...[!0,!1].
filter(a=>!t.has(a)).map(a=>Me(`type-${a}`,a,"enum"))]}function k1(e){return e.optionalText("x-unit")}function P1(e){let t=new Set(e),n=(i,r)=>t.has(r)?[]:[Me(i,
r,"enum")],a=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");return[...o.length>0?[...n("off-list","no-such-value"),...n("empty","")]:[],...o.
flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(r=>r!==i).flatMap(r=>n(`case-${r}`,r))),...o.slice(0,1).flatMap(i=>n("padded",` ${i}`)),...a.length>0?[...n(
"under",Math.min(...a)-1),...n("over",Math.max(...a)+1)]:[]]}var Ht=Tt(Ut(),1);function no(e){return nt({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function ao({kind:e,
minimum:t,maximum:n,exclusiveMinimum:a,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&$1(i)?i:void 0;return{type:e,...nt({minimum:t,maximum:n,exclusiveMinimum:a,
exclusiveMaximum:o,multipleOf:r})}}function $1(e){return Number.isInteger(e*2**20)}function oo({kind:e,minimum:t,maximum:n,exclusiveMinimum:a,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...nt({minimum:t,maximum:n,exclusiveMinimum:a,exclusiveMaximum:o,multipleOf:i,unit:r})}}function io(e,t,{constant:n}){let{kind:a,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,l=o===void 0?Ht._`-Infinity`:Ht._`${o}`,u=i===void 0?Ht._`Infinity`:Ht._`${i}`;if(a===
"integer"&&r===void 0&&s===void 0&&p===void 0)return Ht._`${pt("integer",e,t,l,u)})`;let h=r===void 0?Ht._`-Infinity`:Ht._`${r}`,k=s===void 0?Ht._`Infinity`:Ht._`${s}`;
return Ht._`${pt("numeric",e,t,Ht._`${a}`,n(Ht._`[${l}, ${u}, ${h}, ${k}, ${p??0}]`))})`}function tn({kind:e,...t}){if(t.default!==void 0)return t.default;let n=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return Bp(t.minimum,n);if(t.exclusiveMinimum!==void 0)return S1(t.exclusiveMinimum,t,n);let a=t.maximum??
t.exclusiveMaximum;return a===void 0||a>0?0:t.maximum??fr(a-n)}function S1(e,{maximum:t,exclusiveMaximum:n,multipleOf:a},o){let i=t??n,r=a===void 0?fr(e+o):Bp(fr(
e+a/2),a);return i===void 0||r<i||r===t?r:fr((e+i)/2)}function Bp(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:fr(Math.ceil(e/t)*t)}function fr(e){return Number(
e.toFixed(9))}function po(e){let{kind:t,minimum:n,maximum:a,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=x=>r===void 0||Number.isInteger(Number(
(x/r).toFixed(9))),l=(x,T)=>p(T)?[Te(x,T)]:[],u=n!==void 0?[...l("minimum-at",n),Me("minimum-under",fr(n-s),"minimum")]:o!==void 0?[Me("exclusive-minimum-at",o,
"minimum"),Me("exclusive-minimum-under",fr(o-s),"minimum")]:[Te("negative",-s),Te("zero",0)],h=a!==void 0?[...l("maximum-at",a),Me("maximum-over",fr(a+s),"maxim\
um")]:i!==void 0?[Me("exclusive-maximum-at",i,"maximum"),Me("exclusive-maximum-over",fr(i+s),"maximum")]:r===void 0?[Te("large",2147483648)]:[],k=tn(e),S=fr(k+(r??
0)/(t==="integer"?r??1:2)),O=S<=(a??1/0)&&S<(i??1/0)&&!p(S);return[...u,...h,...r!==void 0&&O?[Me("off-step",S,"multiple-of")]:[]]}function co(e,t){let{kind:n,minimum:a,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(n==="integer"?1:.25),p=o??r,l=a??i??(p===void 0?0:p-100*s),u=Bp(l,s)+(i===void 0?0:s),h=p===
void 0?100:Math.floor((p-u)/s+1e-9)+(r===void 0?1:0);return h<1?tn(e):fr(u+s*t.below(h))}var rl={read:(e,t)=>({kind:"integer",...t,...no(e)}),type:()=>"number",schema:ao,check:io,facts:oo,phrase(e){let t=to(e,e.unit),{multipleOf:n}=e;return n===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${n}`,zh:`${t.zh}\u6574\u6570\uFF0C${n} \u7684\u500D\u6570`}},example:tn,
cases:e=>[...ft(["5",!0,[5],5.5]),...po(e)],sample:co};var rr=Tt(Ut(),1);function sl(e,t){return{read:t,type:({items:n})=>`Array<${e.type(n)}>`,schema:({items:n,minItems:a,maxItems:o,uniqueItems:i})=>({type:"array",...nt({minItems:a,
maxItems:o,uniqueItems:i}),items:e.schema(n)}),check(n,a,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=n,l=new rr.Name(`index${a.depth}`),u=s===void 0?rr._`Infinity`:
rr._`${s}`,h=o.nested(i,{pointer:rr._`${a.pointer} + "/" + ${l}`,value:rr._`${a.value}[${l}]`,depth:a.depth+1}),k=p?rr._`
${new rr.Name("uniqueItems")}(${mr}, ${a.pointer}, ${a.value})`:rr._``;return rr._`if (${pt("list",n,a,rr._`${r}`,u)})) {
for (let ${l} = 0; ${l} < ${a.value}.length && ${l} < ${u}; ${l}++) {
${h}
}${k}
}`},facts:({items:n,minItems:a,maxItems:o,uniqueItems:i})=>({type:"array",...nt({minItems:a,maxItems:o,uniqueItems:i}),items:n}),phrase({items:n,minItems:a=0,maxItems:o,
uniqueItems:i}){let r=rs(a,o,{en:"item",zh:"\u5143\u7D20"}),s=n.phrase,[p,l]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:$s("\u542B",l,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:n,minItems:a=0,uniqueItems:o},i)=>nl(
e,n,Math.max(1,a),o===!0,i),cases:n=>[...ft(["text",7,{0:"text"}]),..._1(e,n)],sample({items:n,minItems:a,maxItems:o,uniqueItems:i},r){let s=Array.from({length:$r(
r,a,o)},()=>e.sample(n,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function _1(e,{items:t,minItems:n=0,maxItems:a,uniqueItems:o}){let i=o===
!0,r=u=>nl(e,t,u,i,"video"),s=Math.max(1,n),p=r(s),l=e.cases(t).filter(({value:u})=>u!==void 0).map(({about:u,value:h,findings:k})=>({about:`item-${u}`,value:p.
map((S,O)=>O===s-1&&h!==void 0?h:S),findings:k.map(S=>({...S,path:`/${s-1}${S.path??""}`}))}));return[...n===0?[Te("empty",[])]:[Me("min-items-under",r(n-1),"mi\
n-items")],...r(s).length===s?[Te("min-items-at",p)]:[],...a===void 0?[]:[...r(a).length===a?[Te("max-items-at",r(a))]:[],...r(a+1).length>a?[Me("max-items-over",
r(a+1),"max-items")]:[]],...i&&(a??2)>=s+1&&s===1?[Me("repeated-item",[...p,...p],"unique-items","/1")]:[],...l.filter(({value:u})=>!i||new Set(u.map(h=>JSON.stringify(
h))).size===s)]}function nl(e,t,n,a,o){let i=e.example(t,o);if(!a)return Array.from({length:n},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,n)}var Sr=Tt(Ut(),1);function al(e,t){return{read:t,type:({values:n})=>`{ [name: string]: ${e.type(n)} }`,schema:({values:n,names:a,minProperties:o,maxProperties:i})=>({type:"object",
...nt({minProperties:o,maxProperties:i}),...a===void 0?{}:{propertyNames:{pattern:a.pattern}},additionalProperties:e.schema(n)}),check(n,a,o){let{values:i,names:r,
minProperties:s=0,maxProperties:p}=n,[l,u]=[new Sr.Name(`place${a.depth}`),new Sr.Name(`entry${a.depth}`)],h=p===void 0?Sr._`Infinity`:Sr._`${p}`,k=r===void 0?[]:
[o.constant(ss(r.pattern)),Sr._`${r.examples[0]}`];return Sr._`for (const [${l}, ${u}] of ${pt("entriesOf",n,a,Sr._`${s}`,h,...k)})) {
${o.nested(i,{pointer:Sr._`${l}`,value:u,depth:a.depth+1})}
}`},facts:({values:n,minProperties:a,maxProperties:o})=>({type:"object",...nt({minItems:a,maxItems:o}),items:n}),phrase({values:n,names:a,minProperties:o=0,maxProperties:i}){
let{en:r,zh:s}=n.phrase,p=rs(o,i,{en:"member",zh:"\u6210\u5458"}),l=a===void 0?void 0:JSON.stringify(a.examples[0]);return{en:`an object of ${p.en} with names${l===
void 0?"":` such as ${l}`}, each ${r}`,zh:$s("\u542B",p.zh,`\u7684\u5BF9\u8C61\uFF0C${l===void 0?"\u540D\u79F0\u81EA\u5B9A":`\u540D\u79F0\u4F8B\u5982 ${l}`}\uFF0C\u6BCF\u4E2A\u503C\
\u4E3A`,s)}},example:(n,a)=>Gp(n,e.example(n.values,a),Math.max(1,n.minProperties??0)),cases:n=>[...ft(["text",7,[]]),...x1(e,n),...q1(e,n)],sample:(n,a)=>Object.
fromEntries(Array.from({length:$r(a,n.minProperties,n.maxProperties)},(o,i)=>[n.names===void 0?`name ${i+1}`:a.matching(n.names.pattern),e.sample(n.values,a)]))}}
function Gp({names:e},t,n){let a=e?.examples??Array.from({length:n},(o,i)=>`name ${i+1}`);return Object.fromEntries(a.slice(0,n).map(o=>[o,t]))}function x1(e,t){
let{minProperties:n=0,maxProperties:a,values:o}=t,i=r=>{let s=Gp(t,e.example(o,"video"),r);return Object.keys(s).length===r?[s]:[]};return[...i(n).map(r=>Te("mi\
n-members-at",r)),...n===0?[]:i(n-1).map(r=>Me("min-members-under",r,"min-items")),...a===void 0?[]:[...i(a).map(r=>Te("max-members-at",r)),...i(a+1).map(r=>Me(
"max-members-over",r,"max-items"))]]}function q1(e,t){let{values:n,names:a,minProperties:o=0}=t,i=a?.examples[0]??"a/b~c",r=`/${i.replaceAll("~","~0").replaceAll(
"/","~1")}`,s=e.example(n,"video"),{[i]:p,...l}=Gp(t,s,Math.max(1,o)),u=Object.fromEntries(Object.entries(l).slice(0,Math.max(0,o-1))),h=a===void 0?void 0:new RegExp(
a.pattern);return[Te("name",{...u,[i]:s}),...["",`${i}
`,` ${i}`,"no such form!?"].flatMap((k,S)=>h===void 0||h.test(k)?[]:[Me(`name-bad-${S+1}`,{...u,[k]:s},"property-name",`/${k}`)]),...n.nullable?[]:[Me("value-nu\
ll",{...u,[i]:null},"null",r)],...e.cases(n).flatMap(({about:k,value:S,findings:O})=>S===void 0?[]:[{about:`value-${k}`,value:{...u,[i]:S},findings:O.map(x=>({...x,
path:`${r}${x.path??""}`}))}])]}function rn(e){switch(e.kind){case"media":return!0;case"object":return e.members.some(rn);case"union":return e.variants.some(rn);case"\
list":return rn(e.items);case"map":return rn(e.values);default:return!1}}var sr=Tt(Ut(),1);var O1=["media-format","media-bytes","media-width","media-height","media-aspect-ratio","media-duration","media-frame-rate","media-total-duration","media-total-b\
ytes","media-size-unclear"];function ol(e){return{rule:e.oneOf("rule",O1),severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("di\
scouraged")?{discouraged:e.texts("discouraged")}:{},...vt("minimum",e.optionalNumber("minimum")),...vt("maximum",e.optionalNumber("maximum")),...vt("exclusiveMi\
nimum",e.optionalNumber("exclusiveMinimum")),...vt("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s",
"fps","ratio"])}:{},...vt("quote",e.optionalText("quote")),source:e.source()}}var il=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],pl=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Zp="data:image/png;base64,iVBORw0KGgo=";function Qp(e,t,n){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${n+1}.${t}`}var ul={read:j1,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:n,pattern:a}){let o={type:"string",pattern:a};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:n,items:o}},check(e,t,{constant:n}){let{single:a,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=n(ss(T1(r))),l=n(lr(
s)),u=s.includes("data"),h=u?sr._`${new sr.Name("withBase64")}(${p})`:p;if(a){let S=sr._`${pt("mediaReference",e,t,h,l)})`;return u?sr._`${S}
${new sr.Name("base64Reference")}(${mr}, ${t.pointer}, ${t.value}, ${h})`:S}let k=sr._`${pt("media",e,t,sr._`${o}`,sr._`${i}`,h,l)})`;return u?sr._`${k}
${new sr.Name("base64")}(${mr}, ${t.pointer}, ${t.value}, ${i}, ${h})`:k},facts:({single:e,media:t,minItems:n,maxItems:a,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...nt({contradicted:i}),...e?{}:{minItems:n,maxItems:a}}),phrase(e){let{single:t,minItems:n,maxItems:a,mediaName:o,accepts:i}=e,
r=A1(i);if(t)return{en:`${N1(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=rs(n,a,o);return{en:`an array of ${s.en} (${r.en})`,zh:$s(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:n,minItems:a}){let o=i=>Qp(e,t,i);return n?o(0):Array.from({length:Math.
max(1,a)},(i,r)=>o(r))},cases(e,t){let n=t.some(a=>a.kind==="media"&&a.pattern===e.pattern);return e.single?[...ft([7,!0,["https://example.com/one.png"]]),...E1(
e,n)]:[...ft(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...R1(e),...I1(e,n)]},sample:({single:e,minItems:t,maxItems:n,pattern:a},o)=>e?
o.matching(a):Array.from({length:$r(o,t,n)},()=>o.matching(a))};function cl(e,t){return e.texts(t).map(n=>n==="url"||n==="asset"||n==="data"?n:e.refuse(t,"url, \
asset or data"))}function j1(e,t,n){let a=e.object("x-media"),o=a.text("type"),{name:i,extension:r}=n.get(o)??a.refuse("type",`one of ${[...n.keys()].join(", ")}`),
s=ta(e.value)==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,extension:r,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:cl(p,"x-accepts"),...a.has("contradicted")?{contradicted:cl(a,"contrad\
icted")}:{},pattern:p.text("pattern"),limits:a.objects("limits").map(ol)}}var dl="\\x00-\\x20\\x7F-\\xA0";function T1(e){return e.replaceAll(dl,`${dl}\\s`)}function A1(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function N1(e){return/^[aeiou]/i.test(e)?"an":"a"}function _s({name:e,extension:t},n){return Array.from({length:n},(a,o)=>Qp(e,t,o))}function R1(e){
let{minItems:t,maxItems:n}=e;return[...t>0?[Me("min-items-under",_s(e,t-1),"min-items")]:[],Te("min-items-at",_s(e,t)),Te("max-items-at",_s(e,n)),Me("max-items-\
over",_s(e,n+1),"max-items"),Me("max-items-over-bad-item",[..._s(e,n),"nowhere"],"max-items")]}function ml({accepts:e},t,n){return[...il.slice(0,t?1:void 0).map(
(a,o)=>n(`url-good-${o+1}`,a)),...pl.slice(0,t?2:void 0).map((a,o)=>n(`url-bad-${o+1}`,a,"media-reference")),e.includes("asset")?n("asset","assetId://asset-1"):
n("asset","assetId://asset-1","media-reference"),n("asset-empty","assetId://","media-reference"),n("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?n("base64",Zp,"media-base64","advice"):n("base64",Zp,"media-reference"),n("base64-empty","data:image/png;base64,","media-reference")]}function E1(e,t){return ml(
e,t,(n,a,o,i="error")=>({about:n,value:a,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function I1(e,t){let n=Math.max(1,e.minItems),a=(i,r,s,p="error")=>({about:i,
value:_s(e,n).map((l,u)=>u===n-1?r:l),findings:s===void 0?[]:[{rule:s,path:`/${n-1}`,severity:p}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
..._s(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[a("item-number",7,"type"),a("item-null",null,"\
type"),a("item-object",{url:"https://example.com/a.png"},"type"),...ml(e,t,a),...o]}var ll={read:(e,t)=>({kind:"number",...t,...no(e)}),type:()=>"number",schema:ao,check:io,facts:oo,phrase(e){let t=to(e,e.unit),{multipleOf:n}=e;return n===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${n}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${n}`}},example:tn,cases:e=>[...ft(["0.5",
!0,[.5]]),...po(e)],sample:co};var Vr=Tt(Ut(),1);function fl(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function Xp({since:e,until:t,replacedBy:n}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...n===void 0?[]:[`Use ${n} instead.`]].join(" ")}function hl(e){
let t=[...sn("at least",e.minimum,""),...sn("at most",e.maximum,""),...sn("at least",e.minLength," characters"),...sn("at most",e.maxLength," characters"),...sn(
"at least",e.minItems," items"),...sn("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function sn(e,t,n){return t===void 0?[]:[`${e} ${t}${n}`]}function uo(e){return e.kind!=="enum"?[]:(e.options??[]).map(({value:t,label:n,deprecated:a})=>{
let o=[...n===void 0?[]:[`${n.en}.`],...a===void 0?[]:[`Deprecated. ${Xp(a)}`]];return`${JSON.stringify(t)}: ${o.join(" ")}`})}function yl(e){return M1(e,"")}function M1(e,t){let n=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${n.charAt(0).toUpperCase()}${n.slice(1)}.`,...uo(
e),"default"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(hl),...e.notes.map(o=>o.text)].filter(o=>o!==""),`S\
ource: ${fl(e.source)}.`,...L1(e.deprecated)].join(`
`)}function L1(e){return e===void 0?[]:[`@deprecated ${Xp(e)}`]}function gl(e,t=""){let n=e.replaceAll("*/","*\\/").split(`
`);return n.length===1&&n[0]!==void 0?`${t}/** ${n[0]} */
`:`${t}/**
${n.map(a=>`${t} * ${a}`.trimEnd()).join(`
`)}
${t} */
`}function bl(e){return/^[A-Za-z_$][\w$]*$/.test(e)?e:JSON.stringify(e)}function wl(e){return`{
${e.map(F1).join("")}}`}function F1({name:e,doc:t,optional:n,type:a}){return`${t===void 0?"":gl(t,"  ")}  ${e}${n?"?":""}: ${a.replaceAll(`
`,`
  `)}
`}function mo(e){let{unit:t}=e,n=[e.description,t===void 0?"":`Unit: ${t}.`,...uo(e)].filter(a=>a!=="").join(" ");return n===""?{}:{description:n}}function vl(e,t){return{read:t,type:({members:n})=>n.length===0?"{ [member: string]: never }":wl(n.map(a=>({name:bl(a.name),doc:yl(a),optional:!a.required,type:e.
type(a)}))),schema({members:n}){let a=n.filter(i=>i.required).map(i=>i.name),o={};for(let i of n)o[i.name]={...e.schema(i),...mo(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...a.length>0?{required:a}:{},properties:o,additionalProperties:!1}},check(n,a,o){let i=o.constant(lr(n.members.
map(s=>s.name))),r=n.members.map(s=>{let p=new Vr.Name(`member${a.depth}`),l=o.nested(s,{pointer:Vr._`${a.pointer} + ${`/${s.name}`}`,value:p,depth:a.depth+1});
return Vr._`{
const ${p} = ${new Vr.Name("own")}(${a.value}, ${s.name})
${l}
}`});return Vr._`if (${pt("object",n,a,i)})) {
${r.reduce((s,p)=>Vr._`${s}
${p}`,Vr._``)}
}`},facts:({members:n})=>({type:"object",members:n}),phrase({members:n}){let{en:a,zh:o}=Yp(n);return{en:`an object with ${a}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${o}`}},
example:(n,a)=>kl(n,e,a),cases:n=>[...ft(["text",7,[]]),...V1(n,e)],sample:({members:n},a)=>Object.fromEntries(n.filter(({required:o})=>o||a.below(2)===1).map(o=>[
o.name,e.sample(o,a)]))}}function Yp(e){let t=e.map(({name:n,required:a,phrase:{en:o,zh:i}})=>a?{en:`${n} (required: ${o})`,zh:`${n}\uFF08\u5FC5\u586B\uFF1A${i}\
\uFF09`}:{en:`${n} (${o})`,zh:`${n}\uFF08${i}\uFF09`});return{en:t.map(({en:n})=>n).join(", "),zh:t.map(({zh:n})=>n).join("\u3001")}}function kl({members:e},t,n){
let a=e.filter(i=>i.required),o=a.length>0?a:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,n)]))}function V1(e,t){let n=kl(e,t,"video"),a=new Set(
e.members.map(i=>i.name)),o=e.members.flatMap(i=>{let{[i.name]:r,...s}=n;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.
name}`}]:[]},...so(i,`${i.name}-null`,{...s,[i.name]:null},`/${i.name}`),...t.cases(i).flatMap(({about:p,value:l,findings:u})=>l===void 0?[]:[{about:`${i.name}-${p}`,
value:{...s,[i.name]:l},findings:u.map(h=>({...h,path:`/${i.name}${h.path??""}`}))}])]});return[Te("members",n),...a.has("no_such_member")?[]:[Me("unknown-membe\
r",{...n,no_such_member:1},"unknown-parameter","/no_such_member")],Me("inherited-name",{...n,toString:1},"unknown-parameter","/toString"),...o]}var ns=Tt(Ut(),1);var hr=Tt(Ut(),1);var Pl="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",$l="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",xs={date:{
pattern:`^${Pl}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${$l}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${Pl}T${$l}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
\u548C\u65F6\u95F4\uFF0C\u4F8B\u5982 2026-12-31T18:30:00Z"},valid:["2026-12-31T18:30:00Z","2026-12-31T08:00:00.5+08:00"],invalid:["2026-12-31","2026-12-31 18:30\
:00Z","tomorrow"]},uuid:{pattern:"^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$",name:{en:"a UUID",zh:"UUID"},valid:["123e4567-e\
89b-12d3-a456-426614174000"],invalid:["123e4567e89b12d3a456426614174000","uuid"]},email:{pattern:"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](-?[A-Za-z0-9])*(\
[.][A-Za-z0-9](-?[A-Za-z0-9])*)+$",name:{en:"an e-mail address",zh:"\u7535\u5B50\u90AE\u4EF6\u5730\u5740"},valid:["ada@example.com"],invalid:["ada","ada@","@exa\
mple.com","a da@example.com"]},uri:{pattern:'^[A-Za-z][A-Za-z0-9+.-]*:[^\\x00-\\x20"<>\\\\^`{|}]+$',name:{en:"an absolute URI",zh:"\u7EDD\u5BF9 URI"},valid:["ht\
tps://example.com/a?b#c","urn:example:a"],invalid:["example.com","/a","https://exa mple.com"]},uint64:{pattern:"^(0|[1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9\
]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|184467\
44073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|\
1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$",name:{en:"an integer from 0 to 18446744073709551615, as a string of digits",zh:"\u7531\u6570\u5B57\u7EC4\u6210\u7684\
\u5B57\u7B26\u4E32\uFF0C\u8868\u793A 0 \u5230 18446744073709551615 \u7684\u6574\u6570"},valid:["42","0","9007199254740993","18446744073709551615"],invalid:["184\
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var U1=Object.keys(xs);function lo(e){let t=e.has("format")?e.oneOf("format",U1):void 0,n=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&n===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),nt({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):xs[t].pattern,format:t,default:e.optionalText("default"),examples:n??(t===void 0?void 0:xs[t].valid)})}function fo({
minLength:e,maxLength:t,format:n,pattern:a,examples:o}){let i=n!==void 0&&xs[n].isOurs===!0?void 0:n;return{type:"string",...nt({minLength:e,maxLength:t,format:i,
pattern:a,examples:o})}}function ho({minLength:e,maxLength:t,format:n,pattern:a,examples:o}){return{type:"string",...nt({minLength:e,maxLength:t,format:n,...n===
void 0?{pattern:a}:{},examples:o})}}function yo(e,t,{constant:n}){let{minLength:a,maxLength:o,pattern:i,format:r,examples:s}=e,p=hr._`${a??0}`,l=o===void 0?hr._`Infinity`:
hr._`${o}`;if(i!==void 0){let u=r===void 0?hr._`"pattern"`:hr._`"format"`,h=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return hr._`${pt("patterned",
e,t,p,l,n(ss(i)),u,n(Km(h)))})`}return a===1&&o===void 0?hr._`${pt("nonEmpty",e,t)})`:a===void 0&&o===void 0?hr._`${pt("typed",e,t,hr._`"string"`)})`:hr._`${pt(
"text",e,t,p,l)})`}function go({minLength:e=0,maxLength:t,format:n,pattern:a,examples:o}){let r=rs(e,t,{en:"character",zh:"\u5B57\u7B26"});if(n!==void 0){let{en:l,
zh:u}=xs[n].name;return e>0||t!==void 0?{en:`${l}, of ${r.en}`,zh:`${u}\uFF0C${r.zh}`}:{en:l,zh:u}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},
[p]=o??[];return a===void 0||p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function bo({default:e,
examples:t,minLength:n=0,maxLength:a},o){if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(n,".").slice(0,a)}function wo({format:e,pattern:t,examples:n=[],
minLength:a=0,maxLength:o=1/0}){if(t===void 0)return[];let i=new RegExp(t),[r=""]=n,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,a)),"no such\
 form"]:xs[e].invalid).filter(u=>!i.test(u)&&[...u].length>=a&&[...u].length<=o),l=e===void 0?"pattern":"format";return[...n.map((u,h)=>Te(`${l}-good-${h+1}`,u)),
...p.map((u,h)=>Me(`${l}-bad-${h+1}`,u,l))]}function vo({minLength:e=0,maxLength:t,pattern:n}){let a=new RegExp(n??""),o=({value:p})=>typeof p=="string"&&a.test(
p),i=e>0?[Me("min-length-under","a".repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Me(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+
1),"max-length")),s=[...e>0?[Te("min-length-at","a".repeat(e)),Te("min-length-astral","\u{1F600}".repeat(e)),Te("space"," ".repeat(e))]:[],...t===void 0?[]:[Te(
"max-length-at","a".repeat(t)),Te("max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var Sl=()=>ft([7,!0,["a"]]);function _l(e){return vt(
"minLength",e.optionalNumber("minLength"))}function ko({pattern:e,minLength:t,maxLength:n},a){return e===void 0?a.text($r(a,t,n)):a.matching(e)}var J1={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function ql(e){return J1[e].
en}var Ol={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...lo(e),limits:e.objects("x-prompt-limits").map(D1),tokens:e.objects("x-pro\
mpt-tokens").map(n=>({prefix:n.text("prefix"),parameter:n.text("parameter"),from:n.number("from"),to:n.number("to"),source:n.source()}))}),type:()=>"string",schema:fo,
check:(e,t,n)=>[yo(e,t,n),...z1(e,t,n),...W1(e,t,n)].reduce((a,o)=>ns._`${a}
${o}`),facts:e=>({...ho(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:n,from:a,to:o})=>({prefix:t,parameter:n,from:a,to:o}))}:{}}),phrase:go,
example:(e,t)=>bo(e,ql(t)),cases:e=>[...ft([7,!0,["a"],{text:"a"}]),...vo(e),...wo(e),...K1(e.limits),...H1(e.tokens)],sample:ko};function D1(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...vt("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function z1({limits:e},{pointer:t,value:n},{constant:a,text:o}){if(e.length===0)return[];let i=e.map(({rule:u,count:h,max:k,severity:S,onlyWithHan:O})=>[
u,h,k,S==="error"?1:0,O===!0?1:0]),r=Math.min(...e.map(u=>u.max)),s=e.some(u=>u.count==="words"),p=(u,h=!0)=>a(lr(h?C1(u):[])),l=ns._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[ns._`if (typeof ${n} === "string" && ${n}.length > ${r}) ${new ns.Name("promptLimits")}(${mr}, ${t}, ${n}, ${a(lr(i))}, ${l})`]}function C1(e){
let t=e.flatMap(([n,a])=>[n,a+1]);return t.map((n,a)=>n-(t[a-1]??0))}function W1({tokens:e},{pointer:t,value:n},{variable:a}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=ss(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return ns._`if (typeof ${n} === "string") ${new ns.Name("promptTokens")}(${mr}, ${t}, ${n}, ${p}, ${i}, ${r}, ${s}, ${a(
i)})`})}function K1(e){return[...e.flatMap(({rule:t,count:n,max:a})=>[a,a+1].flatMap(o=>Object.entries(xl(n,o)).map(([i,r])=>Te(`${t}-${n}-${o===a?"at":"over"}${i}`,
r)))),...e.length>1?[Te("every-limit-over",e.map(({count:t,max:n})=>xl(t,n+1)[""]).join(" "))]:[]]}function H1(e){return e.flatMap(({prefix:t,parameter:n,to:a})=>[
0,1,2].flatMap(o=>[1,2,3,a+1].map(i=>({about:`token-${n}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[n]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function xl(e,t){let n=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(n)}${"\u8239".repeat(t-n)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
n)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(n)}${"x".repeat(t-n)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(n)}${"x".repeat(t-n-1)}`}}}var jl={read:(e,t)=>({kind:"string",...t,..._l(e),...lo(e),...vt("values",e.unknown("x-values"))}),type:()=>"string",schema:fo,check:yo,facts:ho,phrase(e){let t=go(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>bo(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...Sl(),...e.pattern===void 0&&e.maxLength===void 0?[Te("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[Te("empty","")]:[],...vo(e),...wo(e)],sample:ko};var as=Tt(Ut(),1);function Tl(e,t){return{read:t,type:({variants:n})=>`(${n.map(a=>e.type(a)).join(" | ")})`,schema:({tag:n,variants:a})=>({oneOf:a.map(o=>B1(e,n,o))}),check(n,a,o){
let{tag:i,variants:r}=n,s=new as.Name(`form${a.depth}`),p=o.nested(i,{pointer:as._`${a.pointer} + ${`/${i.name}`}`,value:s,depth:a.depth+1}),l=r.map(u=>as._`if (${s} === ${u.
name}) {
${o.nested(u,a)}
}`);return as._`if (${pt("anyObject",n,a)})) {
const ${s} = ${new as.Name("own")}(${a.value}, ${i.name})
${[p,...l].reduce((u,h)=>as._`${u}
${h}`)}
}`},facts:({tag:n,variants:a})=>({type:"object",tag:n.name,members:[n],variants:a}),phrase({tag:n,variants:a}){let o=a.map(({name:i,members:r})=>{let{en:s,zh:p}=Yp(
Al(n,r));return s===""?{en:i,zh:i}:{en:`${i} with ${s}`,zh:`${i}\uFF0C\u542B ${p}`}});return{en:`an object by its ${n.name}: ${o.map(({en:i})=>i).join("; or ")}`,
zh:`\u6309 ${n.name} \u533A\u5206\u7684\u5BF9\u8C61\uFF1A${o.map(({zh:i})=>i).join("\uFF1B\u6216 ")}`}},example:({variants:[n]},a)=>n===void 0?{}:e.example(n,a),
cases:n=>[...ft(["text",7,[]]),...G1(e,n),...Z1(e,n)],sample:({variants:n},a)=>{let o=n[a.below(n.length)];return o===void 0?{}:e.sample(o,a)}}}function B1(e,t,n){
let{properties:a,...o}=e.schema(n),i=ge(a)?a:{},{enum:r,...s}=ge(i[t.name])?i[t.name]:{};return{...o,...mo(n),properties:{...i,[t.name]:{...s,const:n.name}}}}function Al(e,t){
return t.filter(({name:n})=>n!==e.name)}function G1(e,{tag:t,variants:n}){let[a]=n,o=a===void 0?{}:e.example(a,"video"),{[t.name]:i,...r}=ge(o)?o:{},s=`/${t.name}`;
return[Me(`${t.name}-missing`,r,"required",s),...so(t,`${t.name}-null`,{...r,[t.name]:null},s),...e.cases(t).filter(({findings:p})=>p.length>0).flatMap(({about:p,
value:l=null,findings:u})=>({about:`${t.name}-${p}`,value:{...r,[t.name]:l},findings:u.map(h=>({...h,path:s}))}))]}function Z1(e,{tag:t,variants:n}){let a=n.flatMap(
({members:o})=>o);return n.flatMap(o=>{let i=Al(t,o.members),r=new Set(o.members.map(({name:u})=>u)),s=a.find(({name:u})=>!r.has(u)),p=e.example(o,"video"),l=u=>ge(
u)?[{[t.name]:o.name,...u}]:[];return[Te(`form-${o.name}`,p),...s===void 0||!ge(p)?[]:[Me(`${o.name}-with-${s.name}`,{...p,[s.name]:e.example(s,"video")},"unkno\
wn-parameter",`/${s.name}`)],...e.cases({...o,members:i}).flatMap(({about:u,value:h=null,findings:k})=>l(h).map(S=>({about:`${o.name}-${u}`,value:S,findings:k})))]})}
function Nl(e,t,n){let a=e.objects("oneOf"),o=Q1(a)??e.refuse("oneOf",'objects that one required member tells apart, by a "const" of its own in each'),i=a.map(u=>{
let h=n(u.object("properties").object(o).text("const"),u);return h.kind==="object"?h:e.refuse("oneOf","objects with named members")}),r=new Map;for(let u of i.flatMap(
({members:h})=>h)){let h=r.get(u.name)??u;u.name!==o&&na(u)!==na(h)&&e.refuse("oneOf",`forms in which "${u.name}" means the same: its kind, files, unit and defa\
ult are alike in all that have it`),r.set(u.name,h)}let s=i.map(({name:u})=>u),{source:p}=t,l=r.get(o)?.description??"";return{kind:"union",...t,tag:{kind:"enum",
name:o,required:!0,description:l,phrase:Xn(s),notes:[],source:p,type:"string",values:s},variants:i}}function Q1(e){let[t]=e.map(({value:a})=>a);return(ge(t?.properties)?
Object.keys(t.properties):[]).find(a=>{let o=e.map(({value:{properties:i,required:r}})=>{let s=ge(i)?i[a]:void 0;return ge(s)&&Array.isArray(r)&&r.includes(a)?s.
const:void 0});return o.every(i=>typeof i=="string")&&new Set(o).size===o.length})}function na(e){let{kind:t,quantity:n}=e,{unit:a,default:o}=e;return JSON.stringify(
[t,n,a,o,...t==="media"?[e.single,e.media,e.accepts,e.limits]:[],...t==="list"?[na(e.items)]:[],...t==="object"?e.members.map(i=>[i.name,na(i)]):[],...t==="unio\
n"?e.variants.map(na):[]])}var Po={type:s0,schema:n0,example:El,cases:e=>o0(e,[]),sample:i0},Rl={prompt:Ol,string:jl,enum:tl,integer:rl,number:ll,boolean:Cm,media:ul,object:vl(Po,Y1),map:al(
Po,t0),union:Tl(Po,e0),list:sl(Po,r0),array:zm};function X1(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0||t.const!==void 0)return"enum";if(t.oneOf!==
void 0)return"union";let n=ta(t);switch(n){case"string":return e==="prompt"||t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"\
array":return t["x-items"]===void 0?"list":"array";case"object":return t.properties===void 0&&ge(t.additionalProperties)?"map":"object";case"integer":case"numbe\
r":case"boolean":return n;default:return}}function $o(e,t,n,a){let o=X1(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=Rl[o].read(t,{...n,
...ro(t.value)?{nullable:!0}:{}},a);return{...i,phrase:a0(i)}}function Y1(e,t,n){let a=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(a.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(a.value).map(i=>{let r=a.object(i);return $o(i,r,So(i,o.has(i),r,t),n)})}}function e0(e,t,n){return Nl(e,t,(a,o)=>$o(a,o,
So(a,!0,o,t),n))}function t0(e,t,n){let a=e.object("additionalProperties");a.has("default")&&a.refuse("default","left out: a member is there or not");let o=$o("\
value",a,So("value",!0,a,t),n);rn(o)&&e.refuse("additionalProperties","values without files: what the files are has to stand in a list of objects");let i=e.has(
"propertyNames")?e.object("propertyNames"):void 0,[r,...s]=i?.texts("examples")??[];return{kind:"map",...t,values:o,...i===void 0||r===void 0?{}:{names:{pattern:i.
text("pattern"),examples:[r,...s]}},...nt({minProperties:e.optionalNumber("minProperties"),maxProperties:e.optionalNumber("maxProperties")})}}function r0(e,t,n){
let a=e.object("items");return a.has("default")&&a.refuse("default","left out: an item is there or not"),e.has("uniqueItems")&&["object","array"].includes(ta(a.
value)??"")&&e.refuse("uniqueItems","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:$o("item",a,So("item",!0,a,t),n),...nt(
{minItems:e.optionalNumber("minItems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?!0:void 0})}}function So(e,t,n,{source:a}){
return Jm(e,t,n,a)}function s0(e){return Hm(e,nn(e).type(e))}function n0(e){return Bm(e,nn(e).schema(e))}function a0(e){return Gm(e,nn(e).phrase(e))}function El(e,t){return nn(e).example(e,t)}function o0(e,t){return Zm(e,nn(e).cases(e,t))}function i0(e,t){return e.
nullable&&t.below(8)===0?null:nn(e).sample(e,t)}function nn(e){return Rl[e.kind]}function Il(e,t){return Object.hasOwn(e,t)?Reflect.get(e,t):void 0}function qs(e){return e.split("/").slice(1)}function _o(e){return e.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function Ur({value:e,place:t},n,a){let[o,
...i]=n;if(o===void 0)return[{value:e,place:t}];if(o==="*")return Array.isArray(e)?e.flatMap((p,l)=>Ur({value:p,place:t+"["+l+"]"},i,a)):[];if(typeof e!="object"||
e===null||Array.isArray(e))return[];let r=Il(e,o),s={value:r===void 0&&!i.length?a:r,place:(t&&t+".")+o};return s.value===void 0?[]:Ur(s,i,a)}function os(e,{path:t,
default:n}){return Ur(e,qs(t),n).flatMap(({value:a,place:o})=>typeof a=="number"&&Number.isFinite(a)?[{value:a,place:o}]:[])}function Ml(e){let[,t="",n="",a="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(e))??[],o=n.length-Number(a),i=BigInt(t+n);return o<0?[i*10n**BigInt(-o),0]:[i,o]}function Ll(e){let t=e.map(o=>Ml(o)),n=t.reduce((o,[,i])=>Math.max(
o,i),0);return+(t.reduce((o,[i,r])=>o+i*10n**BigInt(n-r),0n)+"e-"+n)}function Fl(e){let t=e.map(a=>Ml(a)),n=t.reduce((a,[,o])=>a+o,0);return+(t.reduce((a,[o])=>a*
o,1n)+"e-"+n)}function an(e,t,n,{maximum:a,minimum:o,unit:i},r){let s=a??o??0,p=typeof s=="number"?{value:s,place:""}:os(r,s)[0];if(p===void 0)return;let{value:l,place:u}=p;if(a===
void 0?n>=l:n<=l)return;let h=a===void 0?"lower":"upper";return{text:e,of:[...t],side:h,limit:l,unit:i,actual:n,...u?{bound:u}:{}}}function Vl(e,t){let n={value:e,place:""},a=0;for(let{path:o}of t.of)for(let{value:i}of Ur(n,qs(o)))a+=Array.isArray(i)?i.length:i===null?0:1;return an("rule-co\
unt",t.of.map(({path:o})=>_o(o)),a,t,n)}function ec(e){return p0(e).map((t,n)=>n===0?t:/^(\d+|\*)$/.test(t)?`[${t}]`:`.${t}`).join("")}function p0(e){return e.split("/").slice(1).map(t=>t.replaceAll("\
~1","/").replaceAll("~0","~"))}function pn(e,t){return e.texts("of").map((n,a)=>Ul(e,`of/${a}`,n,t))}function xo(e,t){return Jl(e,"of",t)}function cn(e,t,n){let a=e.has("maximum")?"maximum":"\
minimum";return{[a]:c0(e,a,t,n),unit:n??""}}function c0(e,t,n,a){if(typeof e.raw(t)=="number")return e.number(t);let o=Ul(e,t,e.text(t),n),i=Jl(e,t,[o]);return a!==
void 0&&i!==a&&e.refuse(t,`in the unit of the numbers:${a===""?" none":a}, not${i||" none"}`),o.at}function qo(e){let t=new Set(e.map(n=>n.slice(0,n.lastIndexOf(
"*")+1)));return t.size===1?[...t][0]:void 0}function Oo(e,t){return t.map(({at:n})=>({...n,path:on(n).slice(e.length)}))}function tc({in:e,of:t}){return Er(t).
map(([,n])=>ec(`${on(e)}${on(n)}`))}function dn(e){let{maximum:t,minimum:n,unit:a=""}=e,o=t??n??null;return{of:tc(e),side:t===void 0?"lower":"upper",...ge(o)?{bound:ec(
on(o))}:{limit:o,unit:a}}}function on(e){let t=ge(e)?e.path:e;return typeof t=="string"?t:""}function Ul(e,t,n,a){let o=rc(n,a);(o===void 0||!d0(o))&&e.refuse(t,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:i}=o;return{parameter:o,at:{path:n,...typeof i=="number"?{default:i}:{}}}}function d0(e){
let{kind:t}=e;return t==="integer"||t==="number"||t==="enum"&&e.type!=="string"}function rc(e,t){let[n,...a]=e.split("/").slice(1);return a.reduce((o,i)=>o?.kind===
"object"||o?.kind==="union"?$n(o).find(r=>r.name===i):o?.kind==="list"&&i==="*"?o.items:void 0,t.find(o=>o.name===n))}function Jl(e,t,n){let a=new Set(n.map(({parameter:i})=>i.
unit??""));a.size>1&&e.refuse(t,`numbers of one unit, not of ${[...a].map(i=>i||"none").join(" and ")}`);let[o=""]=a;return o===""?"":` ${o}`}var u0=64,Dl={keyword:"x-count",read(e,t){return{of:e.texts("of").map((a,o)=>{let i=(a.endsWith("*")?void 0:rc(a,t))??e.refuse(`of/${o}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:a,...m0(i)?{}:{one:!0}}}),...cn(e,t)}},broken:(e,t)=>Vl(e,t),check:"brokenCount",demand:e=>({
text:"rule-count",...dn(e)}),schema({of:e,maximum:t,minimum:n}){let a=t??n,o=Er(e).map(([,s])=>ge(s)&&s.one===void 0?on(s).slice(1):"/");if(!Number.isInteger(a)||
Number(a)<0||o.some(s=>s.includes("/")))return;let i=zl(Number(a),o.length);return i===void 0?void 0:{anyOf:i.map(s=>t===void 0?f0(o,s):l0(o,s))}}};function m0(e){
return e.kind==="list"||e.kind==="array"||e.kind==="media"&&!e.single}function zl(e,t){if(t===1)return[[e]];let n=[];for(let a=0;a<=e;a++){let o=zl(e-a,t-1);if(o===
void 0||(n.push(...o.map(i=>[a,...i])),n.length>u0))return}return n}function l0(e,t){return{properties:Object.fromEntries(e.map((n,a)=>[n,{maxItems:t[a]??0}]))}}
function f0(e,t){let n=e.flatMap((a,o)=>{let i=t[o]??0;return i>0?[[a,i]]:[]});return{required:n.map(([a])=>a),properties:Object.fromEntries(n.map(([a,o])=>[a,{
type:"array",minItems:o}]))}}function Cl(e,{in:t,of:n,orEqual:a,unit:o}){for(let i of Ur({value:e,place:""},qs(t))){let r=n.flatMap(s=>os(i,s));for(let[s,p]of r.entries()){let l=r[s-1];if(!(l===
void 0||l.value<p.value||a&&l.value===p.value))return{text:"rule-order",...a?{orEqual:""}:{},first:l.place,actual:l.value,second:p.place,limit:p.value,unit:o}}}}var Wl={keyword:"x-order",read(e,t){let n=pn(e,t),a=e.texts("of"),o=(a.length>1?qo(a):a[0]?.includes("*")?"":void 0)??e.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:o,of:Oo(o,n),...e.optionalFlag("orEqual")?{orEqual:!0}:{},unit:xo(e,n)}},broken:(e,t)=>Cl(e,t),check:"\
brokenOrder",demand:e=>({text:"rule-order",...e.orEqual===!0?{orEqual:""}:{},of:tc(e)})};function Kl(e,t){let n={value:e,place:""};for(let a of Ur(n,qs(t.in))){let o=t.of.flatMap(p=>os(a,p));if(o.length<t.of.length)continue;let[i,r]=[o.map(({place:p})=>p),
o.map(({value:p})=>p)],s=an("rule-product",i,Fl(r),t,n);if(s!==void 0)return s}}var Hl={keyword:"x-product",read(e,t){let n=pn(e,t),a=e.texts("of"),o=(a.length>1?qo(a):void 0)??e.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:o,of:Oo(o,n),...cn(e,t)}},broken:(e,t)=>Kl(e,t),check:"brokenProduct",demand:e=>({text:"rule-product",...dn(e)})};function Bl(e,t){let n={value:e,place:""},a=t.of.flatMap(i=>os(n,i));if(!a.length)return;let o=t.of.map(({path:i})=>_o(i));return an("rule-sum",o,Ll(a.map(({value:i})=>i)),
t,n)}var Gl={keyword:"x-sum",read(e,t){let n=pn(e,t);return{of:n.map(({at:a})=>a),...cn(e,t,xo(e,n))}},broken:(e,t)=>Bl(e,t),check:"brokenSum",demand:e=>({text:"rule\
-sum",...dn(e)})};var Zl=[Gl,Hl,Dl,Wl];var Ql=new WeakMap;function h0(e){let t=Ql.get(e);if(t!==void 0)return t;let n=Object.entries(e).flatMap(([o,i])=>y0[o]?.(i,e)??[]),a=o=>n.every(i=>i(o));return Ql.
set(e,a),a}function _r(e){return ge(e)?h0(e):void 0}function sc(e){return Er(e).map(([,t])=>_r(t)??ef)}var ef=()=>!1,y0={type:e=>{if(typeof e=="string")return Yl[e];
let t=Er(e).flatMap(([,n])=>typeof n=="string"?Yl[n]??[]:[]);return n=>t.some(a=>a(n))},const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:aa(
(e,t)=>e>=t),maximum:aa((e,t)=>e<=t),exclusiveMinimum:aa((e,t)=>e>t),exclusiveMaximum:aa((e,t)=>e<t),multipleOf:aa((e,t)=>b0(e/t)),uniqueItems:e=>e!==!0?void 0:
t=>!Array.isArray(t)||new Set(t.map(n=>JSON.stringify(n))).size===t.length,minLength:Xl((e,t)=>e>=t),maxLength:Xl((e,t)=>e<=t),pattern:e=>{let t=typeof e=="stri\
ng"?g0(e):void 0;return t===void 0?void 0:n=>typeof n!="string"||t.test(n)},minItems:e=>t=>!Array.isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(
t)||t.length<=Number(e),items:e=>{let t=_r(e);return t===void 0?void 0:n=>!Array.isArray(n)||n.every(t)},contains:e=>{let t=_r(e);return t===void 0?void 0:n=>!Array.
isArray(n)||n.some(t)},required:e=>{let t=Er(e).map(([,n])=>n);return n=>!ge(n)||t.every(a=>nc(n,a))},properties:e=>{let t=ds(e).flatMap(([n,a])=>{let o=_r(a);return o===
void 0?[]:[[n,o]]});return n=>!ge(n)||t.every(([a,o])=>{let i=Object.hasOwn(n,a)?n[a]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=ds(e).map(([
n,a])=>[n,Er(a)]);return n=>!ge(n)||t.every(([a,o])=>!nc(n,a)||o.every(([,i])=>nc(n,i)))},oneOf:e=>{let t=sc(e);return n=>t.filter(a=>a(n)).length===1},anyOf:e=>{
let t=sc(e);return n=>t.some(a=>a(n))},allOf:e=>{let t=sc(e);return n=>t.every(a=>a(n))},additionalProperties:(e,{properties:t})=>{let n=e===!1?ef:_r(e),a=o=>ge(
t)&&Object.hasOwn(t,o);return n&&(o=>ds(o).every(([i,r])=>a(i)||n(r)))},propertyNames:e=>{let t=_r(e);return t&&(n=>ds(n).every(([a])=>t(a)))},minProperties:e=>t=>!ge(
t)||Object.keys(t).length>=Number(e),maxProperties:e=>t=>!ge(t)||Object.keys(t).length<=Number(e),not:e=>{let t=_r(e);return t===void 0?void 0:n=>!t(n)},if:(e,t)=>{
let[n,a,o]=[_r(e),_r(t.then),_r(t.else)];if(!(n===void 0||a===void 0&&o===void 0))return i=>(n(i)?a:o)?.(i)??!0},...Object.fromEntries(Zl.map(e=>[e.keyword,t=>ge(
t)?n=>e.broken(n,t)===void 0:void 0]))};function aa(e){return t=>n=>typeof n!="number"||e(n,Number(t))}function Xl(e){return t=>n=>typeof n!="string"||e([...n].
length,Number(t))}function g0(e){try{return new RegExp(e)}catch{return}}function b0(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(e))}function nc(e,t){
return typeof t=="string"&&Object.hasOwn(e,t)}var Yl={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e==
"boolean",array:e=>Array.isArray(e),object:e=>ge(e),null:e=>e===null};var w0=/^models\/([^/]+)\.schema\.json$/;function oa(e){let t=w0.exec(e)?.[1];return t===void 0?void 0:Xc(t)}function tf(e){return`models/${Qc(e)}.schema.json`}var rf=Ls(e=>[...e.files.values()].flatMap(t=>{let n=oa(t.path),a=Os(t);return n===void 0||a===void 0?[]:[{path:t.path,id:n,schema:a}]}));function Os(e){return e!==
void 0&&e.syntaxErrors.length===0&&ge(e.value)?e.value:void 0}function jo(e){return[...e.files.values()].some(t=>Os(t)===void 0)}var QO=Ls(()=>new Map);function v0(e,t){let n=[],a=(i,r)=>{n.push(r),o(i),n.pop()},o=i=>{if(t(i,n),Array.isArray(i))i.forEach(a);else if(ge(i))for(let r of Object.keys(i))a(i[r]??null,
r)};o(e)}function sf(e,t){let n=[];return v0(e,(a,o)=>{let i=t(a,o);i!==void 0&&n.push(i)}),n}function nf(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:k0(t))}var k0=Br(e=>sf(Os(e)??null,(t,n)=>{let a=typeof t=="string"?$0(t):void 0;
return a===void 0?void 0:{code:"S006",file:e.path,path:[...n],message:a}})),P0=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function $0(e){let[t]=P0.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function af(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,n)=>t.includes(n)?S0(t,n):t,[...e])}function of(e){return pf(e).map(({required:t})=>t.join(
" with ")).join("; ")}function S0(e,t){let n=pf(t),a=p=>p!==t&&O0(p.instancePath,t.instancePath)&&!q0(p,t),o=e.filter(p=>p!==t&&!a(p)),i=_0(n,t);if(typeof i!="n\
umber")return[...o,i];let r=n[i]?.members,s=e.filter(p=>a(p)&&j0(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function _0(e,t){let n=ge(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let a=e[0]?.members===void 0?void 0:x0(e);if(a!==void 0){let{data:p}=t,l=ge(p)?p[a]:void 0,u=e.findIndex(
({members:k})=>k?.get(a)===l);if(u!==-1)return u;let h=e.map(({members:k})=>k?.get(a));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${a}`,params:{
allowedValues:h},data:l}}let o=e.map(({required:p,members:l})=>n.filter(u=>l?.has(u)??p.includes(u)).length),i=Math.max(...o),r=o.flatMap((p,l)=>p===i?[l]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function x0(e){return[...e[0]?.members?.keys()??[]].find(n=>e.every(({members:a})=>a?.get(
n)!==void 0))}function pf({schema:e}){return(Array.isArray(e)?e:[]).map(n=>{let{required:a,properties:o}=Object(n),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:a??[],members:i}})}function q0(e,{instancePath:t,schemaPath:n}){let a=n.slice(0,-6);return!e.schemaPath.startsWith(`${n}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${a}/properties/`))}function O0(e,t){return e===t||e.startsWith(`${t}/`)}function j0(e,{instancePath:t,schemaPath:n},a,o){if(e.schemaPath.
startsWith(`${n}/`))return e.schemaPath.startsWith(`${n}/${a}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as A0}from"node:module";import{fileURLToPath as T0}from"node:url";var cf=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,ac=new URL("../".repeat(
cf),import.meta.url),p2=new URL("../",ac),c2=new URL(cf===3?"./":"../",import.meta.url);var h2=T0(new URL("dist/kept/",ac));var N0=A0(import.meta.url),oc="spec:/";function df(){let{Ajv2020:e}=N0("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var R0=/^upstreams\/([^/]+)\.json$/;function ia(e){return R0.exec(e)?.[1]}function uf(e,t){let n=(a,o)=>ge(o)&&t(a,o);return[...e.files.values()].flatMap(({path:a,
value:o})=>ia(a)!==void 0&&n(a,o)?[{path:a,source:o}]:[])}var mf={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},lf="meta/model.schema.json",ff="\
meta/upstream.schema.json",E0=["meta/facts.schema.json","meta/parameter.schema.json"],q2=[...Object.entries(mf).flat(),lf,ff,...E0];function hf(e){return ia(e)!==void 0?ff:oa(e)===void 0?mf[e]:lf}var To;function Ao(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),n=t.map(
i=>i.text).join(`
`);if(To?.text===n)return To.validator;let a=e.meta?.code(),o=e.meta===void 0||a===void 0?M0(t):I0(e.meta.paths,a);return To={text:n,validator:i=>e.files.has(i)?
o(i):void 0},To.validator}function I0(e,{exports:t}){let n=new Map(e.map((a,o)=>[a,t[`meta${o}`]]));return a=>n.get(a)}function M0(e){let t=df();for(let n of e){
let a=Os(n);a!==void 0&&t.addSchema(a,oc+n.path)}return n=>t.getSchema(oc+n)}function nr(e,t){let a=t.map(o=>({candidate:o,distance:L0(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return a!==void 0&&a.distance<=
Math.max(1,Math.floor(e.length/3))?a.candidate:void 0}function L0(e,t){let n=Array.from({length:t.length+1},(a,o)=>o);for(let[a,o]of[...e].entries()){let i=[a+1];
for(let r=1;r<=t.length;r++){let s=(n[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(n[r]??0)+1,(i[r-1]??0)+1))}n=i}return n[t.length]??0}function yf(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function wf(e){let t=Ao(e),n=[...e.files.values()].flatMap(a=>{let o=hf(a.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=F0(a),s=r.get(i)??V0(a,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),n}var F0=Br(()=>new WeakMap);function V0(e,t){let{value:n,syntaxErrors:a}=e;if(n===void 0||a.length>0||t(n))
return[];let o=new Map;for(let i of af(t.errors??[])){let r=U0(e.path,n,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function U0(e,t,n){let a=W0(t,n.instancePath);if(n.keyword==="if"||n.propertyName!==void 0||n.keyword==="pattern"&&a.at(-1)==="pattern"&&yf(String(n.data)))return;
if(n.data===null)return{code:"S013",file:e,path:a,message:`${pa(a)} is null`};let o=i=>String(n.params[i]);switch(n.keyword){case"additionalProperties":return J0(
e,[...a,o("additionalProperty")],n);case"required":return gf(e,a,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=gf(e,a,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:a,message:`${pa(a)} must have exactly one of ${of(
n)}`};case"propertyNames":return{code:"S014",file:e,path:[...a,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:a,message:`${pa(a)} must be ${D0(n)}`}}}function J0(e,t,n){let a=String(t.at(-1)),o=ge(bf(n))?Object.keys(bf(n)):[],i=nr(a,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${a}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function gf(e,t,n){
return n==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${pa(t)} has no source`}:{code:"S011",file:e,path:[...t,n],message:`${pa(t)} lacks the keywor\
d "${n}"`}}function bf(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function D0(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(C0[e.keyword]??z0)(e)}var No=({params:e})=>String(e.limit),un=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,z0=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,C0={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${No(e)} or more`,maximum:e=>`${No(e)} or less`,exclusiveMinimum:e=>`more than ${No(
e)}`,exclusiveMaximum:e=>`less than ${No(e)}`,minLength:e=>`a string of ${un(e,"character")} or more`,maxLength:e=>`a string of ${un(e,"character")} or less`,minItems:e=>`\
a list of ${un(e,"item")} or more`,maxItems:e=>`a list of ${un(e,"item")} or less`,minProperties:e=>`an object with ${un(e,"member")} or more`,maxProperties:e=>`\
an object with ${un(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function pa(e){let t=e.map(a=>typeof a=="number"?`[${a}]`:`.${a}`),n=e.flatMap((a,o)=>typeof a==
"string"?[o]:[]);return e.length===0?"the file":t.slice(n.at(-2)??0).join("").replace(/^\./,"")}function W0(e,t){let n=e;return je(t).map(a=>{let o=Array.isArray(
n);return n=Array.isArray(n)?n[Number(a)]:ge(n)?n[a]:void 0,o?Number(a):a})}var K0=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function vf(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let n=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!K0.some(({causes:s,follow:p})=>p(i)&&r.some(l=>s.has(l)))}),a=new Map;for(let o of n){let i=a.get(o.file);i===void 0?a.set(o.file,
[o]):i.push(o)}return[...a.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>H0(i,s,p<r))))}function H0(e,t,n){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((a,o)=>e.path[o]===a)?!1:e.path.length===t.path.length?n&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function ic(e,t){let n=e.slice(0,t).split(`
`);return{line:n.length,column:(n.at(-1)?.length??0)+1}}var kf=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
 bracket. Nothing else in the file is trusted until this is fixed.",hint:"Fix the syntax at this place.",wrong:'{ "version": "1.0.0" "name": "x" }',right:'{ "ve\
rsion": "1.0.0" }'},{code:"S002",severity:"error",title:"A key is written twice",explanation:"An object holds the same key twice. JSON readers keep one of them \
and drop the other without a word.",hint:"Keep one of the two.",wrong:'{ "minimum": 4, "maximum": 15, "maximum": 30 }',right:'{ "minimum": 4, "maximum": 30 }'},
{code:"S003",severity:"error",title:"A file of the specification is missing",explanation:"The specification needs this file: the other files rely on it, or the \
meta-schema that checks them is gone.",hint:"Add the file.",wrong:"spec/ without version.json",right:'spec/version.json: { "version": "1.0.0" }'},{code:"S004",severity:"\
error",title:"A file has no place in the specification",explanation:"Nothing reads this file. What it says would be lost.",hint:"Move it where it belongs: a mod\
el to models/<model-id>.schema.json, anything else into the file that holds such facts.",wrong:"spec/model/beta-6.0.schema.json",right:"spec/models/beta-6.0.sch\
ema.json"},{code:"S005",severity:"error",title:"A number is not exact",explanation:"Programs read numbers of JSON as doubles: about 17 digits, and none beyond 1\
.8e308. This one would be read, and published, as another.",hint:"Write a number that a double holds.",wrong:'{ "maximum": 12345678901234567890 }',right:'{ "max\
imum": 9007199254740991 }'},{code:"S006",severity:"error",title:"A text holds invisible characters",explanation:"A control character, a mark of direction, half \
a surrogate pair, or letters and accents apart: what is published is not what a reader of the file sees. Texts are in Unicode normalization form C.",hint:"Write\
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var Pf=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
at it was meant to say would be lost.",hint:"Correct the spelling, or remove the keyword. New kinds of facts are added to spec/meta first.",wrong:'"duration": {\
 "type": "integer", "maximun": 15 }',right:'"duration": { "type": "integer", "maximum": 15 }'},{code:"S011",severity:"error",title:"A keyword is missing",explanation:"\
The meta-schema asks for a keyword that is not there.",hint:"Add the keyword.",wrong:'"x-availability": {}',right:'"x-availability": { "status": "available" }'},
{code:"S012",severity:"error",title:"A fact has no source",explanation:"Every fact names the section of the interface that states it, so that a reader can check\
 it and a change of the interface can be followed.",hint:'Add "x-source": { "section": "\u2026", "item": "\u2026" } with the heading, and the row or item, that states the\
 fact.',wrong:'"seed": { "type": "integer" }',right:'"seed": { "type": "integer", "x-source": { "section": "gamma-1.0-i2v", "item": "seed" } }'},{code:"S013",severity:"\
error",title:"null stands for something unknown",explanation:"null says neither that there is no value nor that the value is unknown. What the interface leaves \
open is written in words.",hint:'Write { "unknown": "not shown" }, or leave the keyword out where it may be left out.',wrong:'"x-display-name": null',right:'"x-\
display-name": { "unknown": "not shown" }'},{code:"S014",severity:"error",title:"A value has the wrong form",explanation:"The meta-schema asks for another type,\
 another word or another shape at this place.",hint:"See the description of the keyword in spec/meta.",wrong:'"duration": { "type": "integer", "minimum": "4" }',
right:'"duration": { "type": "integer", "minimum": 4 }'},{code:"S015",severity:"error",title:"A source names an unknown section",explanation:"A source is the he\
ading of a section of the interface, as spec/sections.json lists them, or the id of the model itself. With any other word the fact cannot be found again.",hint:"\
Correct the heading, or add it to spec/sections.json.",wrong:'"x-source": { "section": "Limit" }',right:'"x-source": { "section": "Limits" }'},{code:"S016",severity:"\
error",title:"A keyword has no effect",explanation:"The keyword stands beside a $ref, and the kind of parameter that both make together has no such keyword. Wha\
t it says would be lost.",hint:"Remove the keyword, or change the type so that the keyword applies.",wrong:'{ "$ref": "\u2026#/$defs/prompt", "maximum": 5 }',right:'\
{ "$ref": "\u2026#/$defs/prompt", "maxLength": 5 }'},{code:"S017",severity:"error",title:"A fact cannot be read",explanation:"A value has the right form and a m\
eaning that nothing defines, such as a type of file that media.schema.json does not list.",hint:"Use a value that is defined, or define it.",wrong:'"x-media": {\
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var $f=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var Sf=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
are the same Model ID. When they differ, a request is checked against the wrong file.",hint:"Use one Model ID in all three places.",wrong:'models/beta-6.0.schem\
a.json: { "title": "beta-5.0" }',right:'models/beta-6.0.schema.json: { "title": "beta-6.0" }'},{code:"S021",severity:"error",title:"Two models have the same ide\
ntifier",explanation:"Programming languages know models by identifiers made from their ids. Two ids give the same identifier, perhaps only in a language that ig\
nores case or drops punctuation.",hint:"Choose ids that differ in more than punctuation and case.",wrong:"models/beta-5.0.schema.json and models/beta_50.schema.\
json",right:"models/beta-5.0.schema.json and models/beta-5.1.schema.json"},{code:"S022",severity:"error",title:"Two parameters have the same identifier",explanation:"\
In languages that write parameters in another case, two parameters of one model become the same name.",hint:"Choose names that differ in more than punctuation a\
nd case.",wrong:'"first_image": \u2026, "firstImage": \u2026',right:'"first_image": \u2026, "last_image": \u2026'},{code:"S023",severity:"error",title:"A displa\
y name is ambiguous",explanation:"A display name is answered with the Model ID it belongs to. That works only when it belongs to one model and is not a Model ID\
 itself.",hint:"Give the display name to one model only.",wrong:'"x-display-name": "beta-5.0" in another model',right:'"x-display-name": "beta 5.0"'},{code:"S02\
4",severity:"error",title:"A rename contradicts the models",explanation:"x-renamed-from records the Model IDs a model had before. An id that is still in use, or\
 that two models claim, was not renamed.",hint:"Remove the record, or the file of the old model.",wrong:'"x-renamed-from": ["beta-5.0"] while models/beta-5.0.sc\
hema.json is there',right:'"x-renamed-from": ["beta-4.0"]'},{code:"S025",severity:"error",title:"A Model ID is a name of the generator",explanation:"The files a\
nd types of a model are named after it. A few names beside them belong to what is about all models, such as validators/index.js, ModelInput and the Task schema;\
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${$f.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var _f=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
e or of another type, so the service would reject a request that relies on it.",hint:"Correct the default, or the limit it breaks.",wrong:'{ "enum": ["480p", "7\
20p"], "default": "720P" }',right:'{ "enum": ["480p", "720p"], "default": "720p" }'},{code:"S031",severity:"error",title:"A lower limit is above the upper limit",
explanation:"No value can satisfy both limits.",hint:"Exchange or correct the limits.",wrong:'{ "minimum": 15, "maximum": 4 }',right:'{ "minimum": 4, "maximum":\
 15 }'},{code:"S032",severity:"error",title:"A required parameter is not defined",explanation:"required names a parameter that properties does not have: every r\
equest would be rejected.",hint:"Define the parameter, or take it off required.",wrong:'"required": ["model", "promt"]',right:'"required": ["model", "prompt"]'},
{code:"S033",severity:"error",title:"A keyword is set here and in the shared definition",explanation:"Beside a $ref stands a keyword that the definition sets to\
o. JSON Schema applies both, a reader expects the nearer one.",hint:"Remove it here, or take it out of the shared definition.",wrong:'{ "$ref": "\u2026#/$defs/prompt\
", "minLength": 3 }, where prompt has a minLength',right:'{ "$ref": "\u2026#/$defs/prompt", "maxLength": 1500 }'},{code:"S034",severity:"error",title:"A paramet\
er has no clear type",explanation:"With the definition that its $ref names, a parameter is none of the kinds the catalogue knows: string, enum, integer, number,\
 boolean, object, list, media, or array of unknown items.",hint:"Give it a type, and for an array items, x-media or x-items.",wrong:'"tools": { "$ref": "\u2026#/$def\
s/tools" }, where tools has no type',right:'"tools": { "$ref": "\u2026#/$defs/tools" }, where tools has type and x-items'},{code:"S035",severity:"error",title:"\
A pattern is not portable",explanation:"The pattern uses something that regular expression engines read differently or not at all, such as \\p, \\s, \\d, \\w, look-\
around or a back-reference.",hint:"Write the characters out as a class.",wrong:'"pattern": "^https?://[^\\s]+$"',right:'"pattern": "^https?://[^\\x00-\\x20]+$"'},
{code:"S036",severity:"error",title:"A prompt token names no reference",explanation:"A prompt token refers to a media parameter of the same model, and no furthe\
r than that parameter has items.",hint:"Name a media parameter of the model, with a range within its maxItems.",wrong:'{ "prefix": "@video", "parameter": "refer\
ence_videos", "from": 1, "to": 9 }, where it takes 3 items',right:'{ "prefix": "@video", "parameter": "reference_videos", "from": 1, "to": 3 }'},{code:"S037",severity:"\
error",title:"A rule id is unknown",explanation:"A limit names a finding that spec/findings.json does not have, or an announcement becomes one, so it would have\
 no text and no severity.",hint:"Use a rule of spec/findings.json, or add one there.",wrong:'{ "rule": "media-byte", \u2026 }',right:'{ "rule": "media-bytes", \u2026\
 }'},{code:"S038",severity:"error",title:"A parameter and its model disagree on asset ids",explanation:"A model either supports the asset library or not, and it\
s media parameters take assetId:// accordingly. When they differ, the docs promise what the validator rejects.",hint:"Let items refer to urlOrAsset exactly wher\
e x-asset-library is true.",wrong:'"x-asset-library": true with "items": { "$ref": "../media.schema.json#/$defs/url" }',right:'"x-asset-library": true with "ite\
ms": { "$ref": "../media.schema.json#/$defs/urlOrAsset" }'},{code:"S039",severity:"error",title:"A statement contradicts another",explanation:"What is stated ca\
n never hold, or changes nothing: no value is within the limits, a limit of a later date rejects nothing that is accepted today, a date is none, a successor doe\
s not exist, a limit on files has no bound, another unit, or is there twice, or a source is that of another model or parameter.",hint:"Correct one of the two st\
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var xf=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var qf=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var Of=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
ion reads a parameter it does not list. It would never break, or name the wrong field.",hint:"Correct the name, and list under parameters each parameter the con\
dition reads.",wrong:'"parameters": ["frist_image"]',right:'"parameters": ["first_image"]'},{code:"S051",severity:"error",title:"A rule has no valid or no inval\
id example",explanation:"Examples are what tests of every language are made from. A rule without both kinds is untested.",hint:"Add at least one example that pa\
sses and one that breaks the rule.",wrong:'"examples": { "valid": [], "invalid": [{ "last_image": ["\u2026"] }] }',right:'"examples": { "valid": [{ "first_image\
": ["\u2026"], "last_image": ["\u2026"] }], "invalid": [{ "last_image": ["\u2026"] }] }'},{code:"S052",severity:"error",title:"An example contradicts its rule",
explanation:"A valid example breaks the rule, or an invalid one passes it.",hint:"Move the example to the other list, or correct the condition.",wrong:'"valid":\
 [{ "last_image": ["\u2026"] }], where last_image needs first_image',right:'"invalid": [{ "last_image": ["\u2026"] }]'},{code:"S053",severity:"error",title:"An \
example is wrong for another reason",explanation:"The example names a parameter the model does not have or a value it does not take, so it shows nothing about t\
he rule.",hint:"Use parameters and values the model takes.",wrong:'"valid": [{ "first_image": ["a.png"] }]',right:'"valid": [{ "first_image": ["https://example.\
com/a.png"] }]'},{code:"S054",severity:"error",title:"Two rules have the same id",explanation:"Findings report rules by id. Within a model an id stands for one \
rule, and generic findings keep theirs.",hint:"Give the rule an id of its own.",wrong:'two rules with "id": "audio-alone"',right:'"id": "audio-alone" and "id": \
"audio-long"'},{code:"S055",severity:"error",title:"A rule stands in the wrong list",explanation:"allOf rejects requests in every JSON Schema library, so it hol\
ds errors only; x-advice holds advice only.",hint:"Move the rule to the list of its severity.",wrong:'"allOf": [{ "x-rule": { "severity": "advice", \u2026 } }]',
right:'"x-advice": [{ "x-rule": { "severity": "advice", \u2026 } }]'},{code:"S056",severity:"error",title:"A rule has no condition",explanation:"A rule is if an\
d then, not, oneOf, or dependentRequired, or one over numbers such as x-sum. With none of them it can never break.",hint:"Add the condition beside x-rule.",wrong:'\
{ "x-rule": \u2026 }',right:'{ "x-rule": \u2026, "not": { "required": ["seed", "tools"] } }'},{code:"S057",severity:"error",title:"No example keeps all rules of\
 a model",explanation:"Pages, the playground, the terminal and the documents show a request that the model accepts. It is made of the required parameters and, w\
here these break a rule, of valid examples of the rules. Here no such request keeps all of them.",hint:"Add a valid example to this rule that keeps the other ru\
les, too; if there is none, the rules contradict each other.",wrong:'one rule: exactly one of "image" and "text"; another: no "image"; the only valid example: {\
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var jf=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
pec/models/<model-id>.schema.json: npm run spec:new -- <model-id>.",wrong:'"models": ["beta-6.0"] without models/beta-6.0.schema.json',right:'"models": ["beta-5\
.0"]'},{code:"S061",severity:"error",title:"A model contradicts the published list",explanation:"The published list names the model, and its file says x-listed:\
 false.",hint:"Set x-listed to true, or take the model off the list in service.json.",wrong:'"x-listed": false, while service.json lists the model',right:'"x-li\
sted": true'},{code:"S062",severity:"error",title:"An unknown extension is named",explanation:"An endpoint belongs to an extension that service.json does not de\
scribe.",hint:"Describe the extension under extensions, or correct the name.",wrong:'{ "id": "cancel", "extension": "cancels", \u2026 }',right:'{ "id": "cancel"\
, "extension": "cancel", \u2026 }'},{code:"S063",severity:"error",title:"An id is used twice",explanation:"Ids of findings, unknowns, endpoints and extensions a\
re unique, because links and programs rely on them.",hint:"Give each its own id.",wrong:'"unknowns": [{ "id": "events", \u2026 }, { "id": "events", \u2026 }]',right:'\
"unknowns": [{ "id": "events", \u2026 }, { "id": "key", \u2026 }]'},{code:"S064",severity:"error",title:"A task field and a model disagree",explanation:"The Tas\
k says that a model has an extra response field, and the file of the model does not say so.",hint:"Add the field to x-response-extras in the model file, or take\
 the model out of x-models in task.schema.json.",wrong:'"x-response-extras": [], while x-models of upstream_url in task.schema.json names the model',right:'"x-r\
esponse-extras": ["upstream_url"]'},{code:"S065",severity:"error",title:"An endpoint has no description of its own",explanation:"What an endpoint takes and answ\
ers is described in code, one description for each method and path. The list names an endpoint that has none, or the same endpoint twice.",hint:"Correct the met\
hod or the path, or describe the operation in generator/emit/openapi/operations.ts.",wrong:'{ "id": "query", "method": "GET", "path": "/v2/model-center/task/{id\
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var Tf=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
does not match makes an engine try all of them, and a short request can then hold up the process that checks it. Found is what repeating one character, or two o\
f the pattern, does: not every such pattern.",hint:"Let what follows a repetition begin with a character that the repetition does not take.",wrong:'"pattern": "\
^([a-z]+-?)+$"',right:'"pattern": "^[a-z]+(-[a-z]+)*-?$"'},{code:"S091",severity:"error",title:"Two values look the same",explanation:"Two values of a list diff\
er only in case or blanks, or a value has a blank at an end. Requests must hold exactly one of the values, so the other one is a misprint, or readers will not s\
ee the difference.",hint:"Keep the value that the interface states.",wrong:'"enum": ["480p", "720p", "720P"]',right:'"enum": ["480p", "720p"]'},{code:"S092",severity:"\
error",title:"A text holds HTML",explanation:"Texts become Markdown pages, messages at a terminal, comments in types and cells of tables. A tag is shown as it s\
tands in some of them and disappears in others.",hint:"Say it in words; what must be shown as it stands goes between backquotes.",wrong:'"description": "Length \
in <b>seconds</b>."',right:'"description": "Length in seconds."'},{code:"S093",severity:"error",title:"A sentence does not stand beside the others",explanation:"\
Descriptions are sentences that end with a full stop, with others after them. The message of a rule follows the names of its parameters and a colon, and ends wh\
ere a line may go on. A Chinese text is in Chinese. What is not written yet is published as it stands.",hint:"Write it as the files of spec/models do.",wrong:'"\
description": "length in seconds", "message": { "en": "Needs a prompt.", "zh": "needs a prompt" }',right:'"description": "Length in seconds.", "message": { "en"\
: "needs a prompt", "zh": "\u9700\u8981\u63D0\u793A\u8BCD" }'}];var Af=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
 and the two differ. Settings name protocols, so both must be the same.",hint:'Rename the file, or correct "protocol".',wrong:'spec/upstreams/tiny.json: { "prot\
ocol": "tinny" }',right:'spec/upstreams/tiny.json: { "protocol": "tiny" }'},{code:"S071",severity:"error",title:"An upstream mapping names an unknown parameter",
explanation:"No model of this kind has a parameter of that name. The row would never apply, and what it should carry would be rejected.",hint:"Use the name of a\
 parameter of the catalogue.",wrong:'{ "to": "/ratio", "from": "aspectratio" }',right:'{ "to": "/ratio", "from": "aspect_ratio" }'},{code:"S072",severity:"error",
title:"An upstream mapping names a value that no model offers",explanation:"Every model that has the parameter lists its values, and this one is not among them.\
 The entry would never apply.",hint:"Use a value of the catalogue.",wrong:'{ "from": "resolution", "values": { "720px": "720p" } }',right:'{ "from": "resolution\
", "values": { "720p": "720p" } }'},{code:"S073",severity:"error",title:"An upstream mapping names an unknown source",explanation:'Every fact says where it was \
read. The name must be one of those in "sources".',hint:'Use a name of "sources", or add the source there.',wrong:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "s\
kd" }',right:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "sdk" }'},{code:"S074",severity:"error",title:"A path names an unknown variable",explanation:"\
Paths may hold {id} (the task at the upstream; not in a submit), {name} (the same, where an ID has slashes that stay), {model} (the model at the upstream) and {\
app} (its owner and name).",hint:"Use {id}, {name}, {model} or {app}.",wrong:'"query": { "path": "/tasks/{task_id}" }',right:'"query": { "path": "/tasks/{id}" }'},
{code:"S075",severity:"error",title:"A template does not hold the value once",explanation:"A template must hold {value} exactly where the value goes, and no oth\
er word in braces. Of a data URI it may hold {base64} in its place, with {mediaType} beside it.",hint:"Write {value} once, or {base64} once and {mediaType} at m\
ost once.",wrong:'{ "from": "duration", "template": "{vlaue}s" }',right:'{ "from": "duration", "template": "{value}s" }'},{code:"S076",severity:"error",title:"T\
wo rows write to the same place",explanation:"Two rows that may both apply to one request write to one place, or one needs a list where the other needs an objec\
t, so that the second would silently overwrite the first.",hint:"Give the rows conditions that exclude each other, or another place.",wrong:'{ "to": "/size", "f\
rom": "resolution" }, { "to": "/size", "from": "aspect_ratio" }',right:'{ "to": "/resolution", "from": "resolution" }, { "to": "/ratio", "from": "aspect_ratio" \
}'},{code:"S077",severity:"error",title:"A row cannot be read backwards and does not say why",explanation:"Two values of one model become the same value of the \
upstream. A request of the vendor's own client could not be read back.",hint:'Say why in "oneWay", or map to different values.',wrong:'{ "from": "aspect_ratio",\
 "values": { "16:9": "wide", "21:9": "wide" } }',right:'{ "from": "aspect_ratio", "values": { "16:9": "wide", "21:9": "wide" }, "oneWay": "the upstream has one \
wide format" }'},{code:"S078",severity:"error",title:"A task of the upstream cannot be followed to its end",explanation:"A submit that answers with an ID needs \
a query and a table of statuses, in which at least one word means completed and one failed.",hint:"Add the query, and the words that end a task.",wrong:'{ "id":\
 "/id", "status": { "at": "/status", "states": { "running": "processing" } } }',right:'{ "id": "/id", "query": { \u2026 }, "status": { "at": "/status", "states": { "\
done": "completed", "error": "failed" } } }'},{code:"S079",severity:"error",title:"A row uploads files and the protocol cannot",explanation:'A row with "as": "u\
ploaded" uploads the data URIs it carries before the submit. The protocol must say how in "upload", and the row must take data URIs.',hint:'Add "upload", and li\
st data in the "forms" of the row.',wrong:'{ "each": "first_image", "as": "uploaded", "forms": ["url"] }',right:'{ "each": "first_image", "as": "uploaded", "for\
ms": ["url", "data"] }'},{code:"S080",severity:"error",title:"An index leaves places of a list empty",explanation:"A row that writes to an index of a list makes\
 every place before it. Where no row fills them they would be sent as null, and a large index would fill the memory. A place that is only read may have an index\
 up to 99.",hint:"Write - in place of the index to append to the list, or fill the places before it.",wrong:'{ "to": "/content/99999999", "from": "prompt" }',right:'\
{ "to": "/content/-", "from": "prompt" }'},{code:"S081",severity:"error",title:"A place to read one value from stands for several",explanation:"In the URL of a \
result and in the names of models, - stands for every item of a list, since there may be several. Everywhere else one value is read from an answer.",hint:"Write\
 the index of the item, such as 0.",wrong:'"message": ["/errors/-/text"]',right:'"message": ["/errors/0/text"]'},{code:"S082",severity:"error",title:"A proof ne\
ver counts",explanation:"The first proof that fits an error answer counts. One before this one fits every answer that this one fits, so that what it says would \
never be used.",hint:"Put the narrower proof first, or take it out.",wrong:'{ "status": "4xx", "proves": "rejected" }, { "status": "429", "proves": "busy" }',right:'\
{ "status": "429", "proves": "busy" }, { "status": "4xx", "proves": "rejected" }'},{code:"S083",severity:"error",title:"A request about a task does not name it",
explanation:"The submit answers with an ID, and every later request is about one task. Its path is the only place that can name the task; without it every task \
would get the same answer.",hint:"Put {id} where the path has the ID of the task.",wrong:'"query": { "method": "GET", "path": "/tasks" }',right:'"query": { "met\
hod": "GET", "path": "/tasks/{id}" }'},{code:"S084",severity:"error",title:"The limits of a row let no number through",explanation:"The minimum is greater than \
the maximum, so that every request with the parameter would be rejected.",hint:"Swap the two, or correct one.",wrong:'{ "from": "duration", "minimum": 60, "maxi\
mum": 4 }',right:'{ "from": "duration", "minimum": 4, "maximum": 60 }'},{code:"S085",severity:"error",title:"A result has the media type of another kind",explanation:"\
The operation of one kind of models answers with a file in base64 whose media type another kind makes. Every result would be stored and served as what it is not\
.",hint:"Use a media type of the kind: video/\u2026, image/\u2026, audio/\u2026, or model/\u2026 for a mesh.",wrong:'"video": { \u2026 "results": [{ "base64": "/file\
", "contentType": "image/png" }] }',right:'"video": { \u2026 "results": [{ "base64": "/file", "contentType": "video/mp4" }] }'},{code:"S086",severity:"error",title:"\
A source of an upstream mapping is not named by any fact",explanation:'Every source in "sources" is where a fact was read. One that no fact names is left over, \
or the facts that were read there name another.',hint:"Name the source at the facts that were read there, or take it out.",wrong:'{ "sources": { "sdk": { \u2026 }, "\
docs": { \u2026 } }, \u2026 "source": "sdk" }',right:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "sdk" }'},{code:"S087",severity:"error",title:"What a\
 cancel proves is not a status that ends a task without a result",explanation:"The credits that a cancelled task holds are given back only for an answer that pr\
oves that nothing was made and nothing is charged. A word that the status never has is inconclusive, and the word of a waiting, running or finished task proves \
the opposite.",hint:"Use a word of status.states that means cancelled, expired or failed, and of which the source says that it is not charged.",wrong:'"cancel":\
 { \u2026 "proves": { "query": ["running"] } }',right:'"cancel": { \u2026 "proves": { "query": ["cancelled"] } }'},{code:"S088",severity:"error",title:"The text\
 that a webhook signs names an unknown value",explanation:'The text may hold {body}, {bodySha256}, {timestamp} where "time" says where it is, and each name of "\
headers". A text with anything else in braces would never be what the upstream has signed, and a name that the text does not hold is left over.',hint:'Use {body\
}, {bodySha256}, {timestamp} or a name of "headers".',wrong:'{ "headers": { "id": "webhook-id" }, "signed": "{ID}.{timestamp}.{body}" }',right:'{ "headers": { "\
id": "webhook-id" }, "signed": "{id}.{timestamp}.{body}" }'},{code:"S089",severity:"error",title:"The signature of a webhook does not prove what it should",explanation:"\
A signature proves what is in the text that is signed, to holders of the key. Without the body in it, a webhook could be altered; without its time, an old one c\
ould be sent again with a new time; and with a key that is published, anyone could make it.",hint:"Sign the body and the time, and use a secret for an HMAC.",wrong:'\
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}],Nf=[{code:"S100",severity:"err\
or",title:"A cancel and the rules of the upstream contradict each other",explanation:'The rules in "cancelRules" are written from the documents of the upstream.\
 Where they say that a cancel removes a result, the request must not be sent to a task that has ended: what was paid for would be lost. And an answer that the u\
pstream also gives to a task that goes on proves no cancel: its credits would be given back although it is charged.',hint:'Read the documents again, and correct\
 "cancel" or "cancelRules".',wrong:'"cancel": { \u2026 "from": { "words": ["done"] } }, \u2026 "cancelRules": { \u2026 "ended": { "then": "removed" } }',right:'\
"cancel": { \u2026 "from": { "words": ["waiting"] } }, \u2026 "cancelRules": { \u2026 "ended": { "then": "removed" } }'},{code:"S101",severity:"error",title:"A \
file is the answer to a request that has another answer",explanation:'A result with "body" is the answer to the submit itself. A submit that answers with an ID \
answers with JSON, and the file comes with a later request, which is read in another way.',hint:'Take out "id" where the submit answers with the file; else say \
with "content" which request answers with it.',wrong:'"id": "/id", \u2026 "results": [{ "body": true }]',right:'"id": "/id", \u2026 "results": [{ "content": "/tasks/\
{id}/file" }]'},{code:"S102",severity:"error",title:"A row sends a file where no file can be",explanation:'A row with "as": "file" sends the file itself as a fi\
eld of a form (multipart/form-data), or as one of several fields of the same name. A body in JSON holds no file, and a field of a form holds nothing else.',hint:'\
Say "encoding": "form" in the submit, name a field such as /image or /image/-, and list the "forms" of the row.',wrong:'"submit": { \u2026 "encoding": "json" }, \u2026 { \
"to": "/image", "each": "first_image", "as": "file" }',right:'"submit": { \u2026 "encoding": "form" }, \u2026 { "to": "/image", "each": "first_image", "as": "file", "form\
s": ["url", "data"] }'}];var B0=[...kf,...Pf,...Sf,..._f,...xf,...Of,...jf,...qf,...Af,...Tf,...Nf];function Rf(e){let t=B0.find(n=>n.code===e);if(t===void 0)throw new RangeError(`no su\
ch code: ${e}`);return t}var Ef=60;function If(e,t){let n=Rf(t.code),a=e.files.get(t.file),o=a===void 0?{line:1,column:1,text:""}:G0(a,t);return{code:t.code,severity:n.severity,file:t.file,
line:o.line,column:o.column,pointer:fa(t.path),text:X0(o.text),message:t.message,hint:t.hint??n.hint}}function G0(e,t){if(t.offset!==void 0)return{...ic(e.text,
t.offset),text:Q0(e.text,t.offset)};let n=Z0(e.tree,t),a=n?.offset??0;return{...ic(e.text,a),text:n===void 0?"":e.text.slice(a,a+n.length)}}function Z0(e,t){if(e!==
void 0){for(let n=t.path.length;n>=0;n--){let a=Jc(e,t.path.slice(0,n));if(a===void 0)continue;let o=a.parent?.type==="property"?a.parent.children?.[0]:void 0;return t.
at==="key"&&n===t.path.length?o??a:a}return e}}function Q0(e,t){let n=e.indexOf(`
`,t);return e.slice(t,n===-1?e.length:n)}function X0(e){let t=e.replace(/\s+/g," ");return t.length>Ef?`${t.slice(0,Ef-1)}\u2026`:t}var Mf=100;function Ro(e,t){let n=[],a,o;try{o=JSON.parse(t)}catch{a=ei(t,n,Lf),o=a===void 0?void 0:Dc(a),n.length===0&&n.push({error:1,offset:a?.offset??0,length:a?.
length??0})}if(Ff(o,Mf))throw new RangeError(`${e} has more than ${Mf} levels`);return{path:e,text:t,value:o,get tree(){return a??=ei(t,[],Lf)},syntaxErrors:n}}
var Lf={disallowComments:!0,allowTrailingComma:!1};function Ff(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(n=>Ff(n,t-1))}function Vf(e,t){let{code:n,severity:a,file:o,line:i,column:r,pointer:s,text:p,message:l,hint:u}=e,h=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${a} ${n} ${l}${h}
    at #${s}
    ${u}`}var Ae=Ls(e=>uf(e,(t,n)=>Ao(e)("meta/upstream.schema.json")?.(n)===!0)),Y0=["video","image","audio","mesh"];function Ye({operations:e}){return Y0.flatMap(t=>{let n=e[t];
return n===void 0?[]:[[t,n]]})}var is=Ls(e=>rf(e).map(({path:t,schema:n})=>({kind:n["x-kind"],parameters:new Map(Object.entries(ge(n.properties)?n.properties:{}).
filter(([a])=>a!=="model").map(([a,o])=>[a,eP(e,t,o)]))})));function eP(e,t,n){let a=ge(n)?n:{},o=typeof a.$ref=="string"?{...tP(e,t,a.$ref),...a}:a;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function tP(e,t,n){try{let{value:a}=Zc(e,t,n);return ge(a)?a:{}}catch{return{}}}function rP(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function Uf(e,t){let n=e;for(let a of t)if(Array.isArray(n))n=n[Number(a)];else if(rP(n)&&
Object.hasOwn(n,a))n=n[a];else return;return n}var Jf=["queued","processing","ended","cancelled"],sP={queued:"queued",processing:"processing",completed:"ended",failed:"ended",expired:"ended"};function*Df(e){
for(let{path:t,source:n}of Ae(e)){let{cancelRules:a}=n;if(a!==void 0)for(let[o,{cancel:i,status:r}]of Ye(n)){if(i===void 0)continue;let s={code:"S100",file:t},p=[
"operations",o,"cancel"];yield*nP({...s,path:p},i,a,r?.states??{});let l=aP(i,a);l!==void 0&&(yield{...s,path:[...p,"proves","answer","words"],message:`cancelRu\
les.${l} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`}),i.proves!==void 0&&Jf.every(u=>a[u].then!==
"cancelled")&&(yield{...s,path:[...p,"proves"],message:"cancelRules cancel no task, so that nothing proves it"})}}}function*nP({path:e,...t},{from:n},a,o){if(a.
ended.then!=="removed")return;let i='Name in "from" the words of tasks that wait or run.',r="cancelRules.ended removes the result";n===void 0&&(yield{...t,path:e,
message:`the request is sent to tasks that have ended too, and ${r}`,hint:i});for(let[s,p]of(n?.words??[]).entries())sP[o[p]??""]==="ended"&&(yield{...t,path:[...e,
"from","words",s],message:`"${p}" means an end, and ${r}`,hint:i})}function aP({proves:e},t){let{answer:n}=e??{};if(n===void 0)return;let a=o=>(t[o].status??200)<
300?Uf(t[o].body,je(n.at)):void 0;return Jf.find(o=>o!=="cancelled"&&t[o].then!=="cancelled"&&n.words.some(i=>i===a(o)))}function*zf(e){for(let{path:t,source:n}of Ae(e)){let a=ia(t);n.protocol!==a&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${a??""} and\
 says ${n.protocol}`})}}var pc=99;function*Cf(e){for(let{path:t,source:n}of Ae(e)){for(let[o,{rows:i}]of Ye(n)){let r=i.map(({to:s})=>je(s));for(let[s,p]of r.entries()){let l=oP(p,r);if(l===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${l}, the place before it`}}}let a=e.files.get(t)?.value;
for(let{step:o,path:i}of a===void 0?[]:cc(a,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>pc){let s=`Use an index up to ${pc}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${pc}`,hint:s}}}}}function oP(e,t){for(let[n,a]of e.entries()){
if(!/^[1-9]\d*$/.test(a))continue;let o=[...e.slice(0,n),String(BigInt(a)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return fa(o)}}var iP=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*cc(e,t){if(typeof e=="string"){let n=e.startsWith("/")?je(e).filter(a=>/^(?:-|\d+)$/.
test(a)):[];for(let a of n)yield{step:a,path:t}}else if(Array.isArray(e))for(let[n,a]of e.entries())yield*cc(a,[...t,n]);else if(ge(e))for(let[n,a]of Object.entries(
e))iP.includes(n)||(yield*cc(a,[...t,n]))}function*Wf(e){for(let{path:t,source:n}of Ae(e))for(let[a,{rows:o}]of Ye(n))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",a,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var Kf={video:"video",image:"image",audio:"audio",mesh:"model"};function*Hf(e){for(let{path:t,source:n}of Ae(e))for(let[a,{results:o}]of Ye(n))for(let{contentType:i,
path:r}of Bf(o,["operations",a,"results"]))i.startsWith(`${Kf[a]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${a} model makes no ${i}`,hint:`Write a type t\
hat begins with ${Kf[a]}/.`})}function*Bf(e,t){for(let[n,{contentType:a,results:o=[]}]of e.entries())a!==void 0&&(yield{contentType:a,path:[...t,n,"contentType"]}),
yield*Bf(o,[...t,n,"results"])}function*Zf(e){for(let{path:t,source:n}of Ae(e))for(let[a,o]of n.errors.proofs.entries()){let i=["errors","proofs",a];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&n.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&n.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=n.errors.proofs.slice(0,a).findIndex(s=>pP(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${n.errors.proofs[r]?.status??""}`})}}function pP(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
Gf(e.codes,t.codes)&&Gf(e.says,t.says)}function Gf(e,t){return e===void 0||(t?.every(n=>e.includes(n))??!1)}function ar(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function*Qf(e){for(let{path:t,source:n}of Ae(e)){let{signature:a}=n.webhooks??{};if(a===void 0)continue;let{algorithm:o,signed:i,time:r,key:s}=a,p=["webhooks","\
signature"],l={code:"S089",file:t},u=ar(i).flatMap(h=>typeof h=="string"?[]:[h.variable]);!u.includes("body")&&!u.includes("bodySha256")&&(yield{...l,path:[...p,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),r?.header!==void 0&&!u.includes("timestamp")&&(yield{...l,path:[...p,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...l,path:[...p,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...l,path:[...p,"key","by"],message:`a key for ${o} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var cP=/\{(value|base64|mediaType)\}/;function Xf(e){return{value:e,holes:[...dc(e,[])]}}function*dc(e,t){if(typeof e=="string"){let n=cP.exec(e);if(n===null)return;
let[a,o]=n,[i,r]=[e.slice(0,n.index),e.slice(n.index+a.length)],s={at:t,whole:e===a,prefix:i,suffix:r};yield o==="base64"||o==="mediaType"?{...s,part:o}:s}else if(Array.
isArray(e))for(let[n,a]of e.entries())yield*dc(a,[...t,String(n)]);else if(ge(e))for(let[n,a]of Object.entries(e))yield*dc(a,[...t,n])}function Eo(e){return typeof e==
"string"?[...e.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap(Eo):ge(e)?Object.values(e).flatMap(Eo):[]}function or(e){return ar(e).map(t=>{if(typeof t=="string")return t;let{variable:n}=t;if(n==="id"||n==="name"||n==="model"||n==="app")return{variable:n};throw new TypeError(
`path ${e}: unknown variable {${n}}`)})}var Io=["body","bodySha256","timestamp"];function Yf(e){let{algorithm:t,encoding:n,signed:a,headers:o={},time:i,key:r}=e;return{algorithm:t,in:eh(e),encoding:n,
signed:ar(a).map(s=>typeof s=="string"?s:dP(s.variable,o)),...i===void 0?{}:{time:uP(i)},key:mP(r)}}function eh({header:e,separator:t,prefix:n=""}){return{header:e.
toLowerCase(),...t===void 0?{}:{separator:t},prefix:n}}function dP(e,t){let n=Io.find(a=>a===e);return n===void 0?{header:(t[e]??"").toLowerCase()}:{is:n}}function uP({
member:e,header:t="",separator:n,prefix:a,unit:o,toleranceSeconds:i}){return{in:e===void 0?eh({header:t,...n===void 0?{}:{separator:n},...a===void 0?{}:{prefix:a}}):
{member:je(e)},unit:o,toleranceSeconds:i}}function mP(e){if(e.by==="key-set")return e;let t={prefix:e.prefix??"",encoding:e.encoding};return e.by==="setting"?{by:e.
by,form:t}:{by:e.by,path:or(e.path),at:je(e.at),form:t}}function rh(e){let{message:t,code:n,status:a,inside:o,proofs:i}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{in:e.authentication.
in,name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},...e.headers===void 0?{}:
{headers:e.headers},deadlineSeconds:e.deadline.seconds,pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:fP(e.upload)},operations:Object.fromEntries(Ye(
e).map(([r,s])=>[r,bP(s)])),errors:{message:t.map(je),code:n.map(je),...a===void 0?{}:{status:je(a)},proofs:i.map(OP),...o===void 0?{}:{inside:{at:je(o.at),unless:o.
unless??[]}}},...e.probe===void 0?{}:{probe:{path:or(e.probe.path),accepted:e.probe.accepted}},...e.modelProbe===void 0?{}:{modelProbe:lP(e.modelProbe)},...e.webhooks===
void 0?{}:{webhooks:hP(e.webhooks)},...e.cancelRules===void 0?{}:{cancelRules:yP(e.cancelRules)},...e.idempotency===void 0?{}:{idempotency:{header:e.idempotency.
header,keptSeconds:e.idempotency.keptSeconds}}}}function lP({path:e,url:t,names:n="",omits:a,told:o=[],except:i=[],untestable:r}){if(r!==void 0)return{untestable:r};
let s=t===void 0?void 0:new URL(t).origin;return{...s===void 0?{}:{origin:s},path:or(e??t?.slice(s?.length)??""),names:je(n),...a===void 0?{}:{omits:a},told:o.map(
({at:p,constant:l})=>({at:je(p),value:l})),except:i}}function fP({method:e,path:t,field:n,reference:a}){return{request:mc({method:e,path:t}),...n===void 0?{}:{field:n},
reference:je(a)}}function hP(e){let{body:t,query:n,with:a=[],signature:o,challenge:i,told:r=[]}=e;return{url:t===void 0?{in:"query",name:n??""}:{in:"body",at:je(
t)},beside:a.map(({to:s,constant:p})=>({to:je(s),value:p})),...o===void 0?{}:{signature:Yf(o)},...i===void 0?{}:{challenge:je(i)},told:r.map(({at:s,fact:p})=>({
at:je(s),fact:p}))}}function yP({queued:e,processing:t,ended:n,cancelled:a}){return{queued:{status:200,...e},processing:{status:200,...t},ended:{status:200,...n},
cancelled:{status:200,...a}}}function gP({path:e,filter:t,limit:n,items:a,within:o}){return{path:or(e),filter:t,limit:n,items:je(a),within:o===void 0?[]:je(o)}}
function bP(e){let{submit:t,id:n,idForm:a,queryId:o,query:i,list:r,cancel:s,status:p,progress:l,seconds:u,secondsAs:h}=e;return{submit:{method:t.method,path:or(
t.path)},submitPaths:sh(t.paths),encoding:t.encoding??"json",...t.status===void 0?{}:{submitStatus:t.status},headers:t.headers??{},rows:e.rows.map(kP),drops:(e.
drops??[]).map(({parameter:k,values:S,when:O,reason:x})=>({parameter:k,when:(O??[]).map(uc),reason:x,...S===void 0?{}:{values:S}})),needs:th(e.needs),lacks:th(e.
lacks),...n===void 0?{}:{id:je(n)},...a===void 0?{}:{idForm:{before:a.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:xP(i)},...r===void 0?{}:{
list:gP(r)},...s===void 0?{}:{cancel:qP(s)},answer:{...p===void 0?{}:{status:wP(p)},...l===void 0?{}:{progress:{at:je(l.at),of:l.of}},results:e.results.map(ah),
message:e.message.map(je),code:e.code.map(je),...u===void 0?{}:{seconds:je(u)},...h===void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:k,unit:S})=>({at:je(
k),unit:S})),...o===void 0?{}:{id:je(o)}},told:(e.told??[]).map(({at:k,in:S,link:O,constant:x,fact:T})=>({at:je(k),in:S,from:O!==void 0?{kind:"link",request:{method:"\
GET",path:or(O.path)}}:T!==void 0?{kind:T}:{kind:"constant",value:x??null}}))}}function wP({at:e,states:t,as:n,absent:a,cases:o=[]}){return{at:je(e),states:t,...n===
void 0?{}:{writtenAs:n},...a===void 0?{}:{absent:a},cases:o.map(({when:i,means:r})=>({when:i.map(vP),means:r}))}}function vP({at:e,is:t,present:n}){return t===void 0?
{at:je(e),present:n??!0}:{at:je(e),is:t}}function th(e={}){return Object.fromEntries(Object.entries(e).map(([t,{reason:n}])=>[t,n]))}function kP(e){let t=e.values===
void 0?e.accepts?.map(_P):Object.entries(e.values).map(SP);return{to:je(e.to),from:$P(e),when:(e.when??[]).map(uc),...e.as==="string"?{template:PP}:{},...e.as===
"uploaded"?{uploaded:!0}:{},...e.as==="file"?{file:!0}:{},...e.template===void 0?{}:{template:Xf(e.template)},...t===void 0?{}:{values:t},...e.minimum===void 0?
{}:{minimum:e.minimum},...e.maximum===void 0?{}:{maximum:e.maximum},...e.maximumItems===void 0?{}:{maximumItems:e.maximumItems},...e.maximumLength===void 0?{}:{
maximumLength:e.maximumLength},...e.forms===void 0?{}:{forms:e.forms},...e.oneWay===void 0?{}:{oneWay:e.oneWay}}}var PP={value:"",holes:[{at:[],whole:!1,prefix:"",
suffix:""}]};function $P({from:e,each:t,join:n,model:a,constant:o}){return e!==void 0?{kind:"parameter",name:e}:t!==void 0?{kind:"each",name:t}:n!==void 0?{kind:"\
joined",names:n}:a===!0?{kind:"model"}:{kind:"constant",value:o??null}}function SP([e,t]){return[mn(e),t]}function mn(e){return e==="true"||e==="false"||/^-?\d+$/.
test(e)?JSON.parse(e):e}function _P(e){return[e,e]}function uc({given:e,absent:t,parameter:n="",among:a=[],model:o,exceptModel:i}){return e!==void 0?{kind:"give\
n",parameters:e}:t!==void 0?{kind:"absent",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:n,
values:a}}function mc({method:e,path:t}){return{method:e,path:or(t)}}function sh(e=[]){return e.map(({when:t,path:n})=>({when:t.map(uc),path:or(n)}))}function xP({
paths:e,at:t,hosts:n=[],body:a,...o}){return{...mc(o),...e===void 0?{}:{paths:sh(e)},...t===void 0?{}:{stated:{at:je(t),hosts:n}},...a===void 0?{}:{body:a.map(nh)}}}
function nh({to:e,fact:t,constant:n}){return{to:je(e),from:t===void 0?{kind:"constant",value:n??null}:{kind:t}}}function qP({from:e,proves:t,body:n,...a}){let{answer:o,
query:i=[]}=t??{};return{...mc(a),...n===void 0?{}:{body:n.map(nh)},...e===void 0?{}:{from:e.words},proves:{...o===void 0?{}:{answer:{at:je(o.at),words:o.words}},
query:i}}}function ah(e){let{url:t,list:n,withKey:a,body:o,base64:i,contentType:r,content:s,query:p,results:l,message:u,pending:h}=e;return o===!0?{kind:"body"}:
t!==void 0?{kind:"url",at:je(t),list:n??!1,...a===!0?{withKey:a}:{}}:i!==void 0&&r!==void 0?{kind:"base64",at:je(i),contentType:r}:s!==void 0?{kind:"content",request:{
method:"GET",path:or(s)}}:{kind:"query",request:{method:"GET",path:or(p??"")},results:(l??[]).map(ah),message:(u??[]).map(je),...h===void 0?{}:{pending:h}}}function OP({
status:e,codes:t,says:n,proves:a}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,to:i,proves:a,...t===void 0?{}:{codes:t},...n===
void 0?{}:{says:n.map(r=>r.toLowerCase())}}}function*oh(e){for(let{path:t,source:n}of Ae(e))for(let[a,{rows:o}]of Ye(n)){let i=is(e).filter(r=>r.kind===a);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
jP(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",a,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function jP({values:e={},from:t,each:n,join:a},o){let i=a??[t??n??""],r=s=>a===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(u,h)=>s.get(u)?.includes(mn(h))??s.has(u),l=Object.entries(e).filter(([u])=>{let h=r(u);return i.every((k,S)=>p(k,h[S]??""))});for(let[u,[h,k]]of l.entries()){
let S=l.slice(0,u).find(([,O])=>JSON.stringify(O)===JSON.stringify(k));if(S!==void 0)return[S[0],h]}}}function*ih(e){for(let{path:t,source:n}of Ae(e))for(let[a,{id:o,submit:i,rows:r,results:s}]of Ye(n)){let p=["operations",a];for(let[l,{body:u,results:h=[]}]of s.
entries()){let k=[...p,"results",l];u===!0&&o!==void 0&&(yield{code:"S101",file:t,path:[...k,"body"],message:`the answer to the submit has an ID at ${o}`});for(let[
S,O]of h.entries())O.body===!0&&(yield{code:"S101",file:t,path:[...k,"results",S,"body"],message:"this is the answer to another request than the submit"})}for(let[
l,{as:u,to:h,forms:k}]of r.entries()){if(u!=="file")continue;let S=[...p,"rows",l];i.encoding!=="form"?yield{code:"S102",file:t,path:[...S,"as"],message:"the bo\
dy is JSON, which holds no file"}:/^\/[^/]+(\/-)?$/.exec(h)===null?yield{code:"S102",file:t,path:[...S,"to"],message:"a file is a field of the form, or one of s\
everal"}:k===void 0&&(yield{code:"S102",file:t,path:S,message:"the row does not say in which forms it takes a file"})}}}function*ph(e){for(let{path:t,source:n}of Ae(e))for(let[a,{rows:o}]of Ye(n))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",a,"rows",i,"as"];n.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*uh(e){for(let{path:t,source:n}of Ae(e))for(let[a,{rows:o}]of Ye(n)){let i=is(e).filter(s=>s.kind===a),r=!1;for(let[s,p]of o.entries()){let l=o.slice(0,
s).find(u=>mh(u,p)&&!AP(u,p)&&NP(u,p,i)&&!(r&&Mo(u,p)));l!==void 0&&(r||=Mo(l,p),yield{code:"S076",file:t,path:["operations",a,"rows",s,"to"],message:Mo(l,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${lc(l)} at ${l.to})`:`${p.to} is written by an earlier row too (${lc(l)})`})}yield*TP(
t,n,o)}}function*TP(e,{webhooks:t},n){let a=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of a){let r=n.find(s=>mh(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${lc(r)})`})}}function mh(e,t){if(Mo(e,t))return!0;let[n,a]=[e.to,t.to];return n.endsWith("/-")||a.endsWith("/-")?!1:n===a||n.startsWith(`${a}/`)||a.startsWith(
`${n}/`)}function Mo({to:e},{to:t}){let[n,a]=[e.split("/"),t.split("/")],o=n.findIndex((s,p)=>s!==a[p]),[i,r]=[n[o],a[o]];return i!==void 0&&r!==void 0&&ch(i)!==
ch(r)}var ch=e=>/^(-|\d+)$/.test(e);function AP(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function NP(e,t,n){if(dh(e,t)||dh(t,e))return!1;let a=[
Lo(e),Lo(t)];return a.some(o=>o.length===0)?!0:n.some(({parameters:o})=>a.flat().every(i=>o.has(i)))}function dh({when:e=[]},t){return e.some(n=>Lo(t).some(a=>n.
absent?.includes(a))||(t.when??[]).some(a=>RP(n,a)))}function RP(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(n=>e.absent?.includes(n)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(n=>t.model?.some(a=>n.startsWith(a)||a.startsWith(n))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
n=>t.exceptModel?.some(a=>n.startsWith(a))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(n=>t.among?.includes(n)===!0)}function Lo({from:e,each:t,
join:n}){return n??[e??t].filter(a=>a!==void 0)}function lc(e){return Lo(e).join(" and ")||(e.model===!0?"the model":"a constant")}function*lh(e){for(let{path:t,source:n}of Ae(e))for(let[a,{id:o,query:i,status:r}]of Ye(n)){let s=["operations",a];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:l,cases:u=[]}=r,h=[...Object.values(
p),l,...u.map(({means:k})=>k)];for(let k of["completed","failed"])h.includes(k)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${k}`})}}var EP=["value","base64,mediaType","base64"],IP=["value","base64","mediaType"];function*fh(e){for(let{path:t,source:n}of Ae(e))for(let[a,{rows:o}]of Ye(n))for(let[
i,{template:r,forms:s}]of o.entries()){if(r===void 0)continue;let p=Eo(r);if(EP.includes([...p].sort().join())){p.includes("base64")&&s?.join()!=="data"&&(yield{
code:"S075",file:t,path:["operations",a,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row takes URLs too: "forms" must be ["da\
ta"]'});continue}let l=p.find(u=>!IP.includes(u));yield{code:"S075",file:t,path:["operations",a,"rows",i,"template"],message:l!==void 0?`{${l}} means nothing he\
re`:p.length===0?"the template does not hold {value}":p.every(u=>u==="value")?`the template holds {value} ${p.length} times`:"the template holds neither {value}\
 once nor {base64} once, with {mediaType} at most once"}}}function*Fo({submit:e,query:t,rows:n,drops:a=[],needs:o={},lacks:i={}}){for(let[r,s=[]]of[["submit",e.paths],["query",t?.paths]])for(let[p,{when:l}]of s.entries())
yield*fc(l,[r,"paths",p,"when"]);for(let[r,s]of n.entries()){let p=["rows",r],l=s.from===void 0?"each":"from",u=s.from??s.each,h=Object.keys(s.values??{}).map(S=>({
value:mn(S),path:[...p,"values",S],at:"key"})),k=(s.accepts??[]).map((S,O)=>({value:S,path:[...p,"accepts",O],at:"value"}));for(let[S,O]of(s.join??[]).entries())
yield{parameter:O,path:[...p,"join",S],at:"value",values:MP(s,p,S)};u!==void 0&&(yield{parameter:u,path:[...p,l],at:"value",values:[...h,...k]}),yield*fc(s.when??
[],[...p,"when"])}for(let[r,{parameter:s,values:p=[],when:l=[]}]of a.entries()){let u=["drops",r];yield{parameter:s,path:[...u,"parameter"],at:"value",values:p.
map((h,k)=>({value:h,path:[...u,"values",k],at:"value"}))},yield*fc(l,[...u,"when"])}for(let r of Object.keys(o))yield{parameter:r,path:["needs",r],at:"key",values:[]};
for(let r of Object.keys(i))yield{parameter:r,path:["lacks",r],at:"key",values:[]}}function MP({values:e={}},t,n){return Object.keys(e).map(a=>({value:mn(a.split(
" ")[n]??""),path:[...t,"values",a],at:"key"}))}function*fc(e,t){for(let[n,{given:a=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){for(let[p,l]of a.entries())
yield{parameter:l,path:[...t,n,"given",p],at:"value",values:[]};for(let[p,l]of o.entries())yield{parameter:l,path:[...t,n,"absent",p],at:"value",values:[]};if(i===
void 0)continue;let s=r.map((p,l)=>({value:p,path:[...t,n,"among",l],at:"value"}));yield{parameter:i,path:[...t,n,"parameter"],at:"value",values:s}}}function*hh(e){if(!jo(e))for(let{path:t,source:n}of Ae(e))for(let[a,o]of Ye(n)){let i=is(e).filter(s=>s.kind===a),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:l}of Fo(o)){if(r.includes(s))continue;let u=nr(s,r);yield{code:"S071",file:t,path:["operations",a,...p],at:l,message:`n\
o ${a} model has the parameter "${s}"`,hint:u===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${u}"?`}}}}function*yh(e){for(let{path:t,source:n}of Ae(e)){let{signature:a}=n.webhooks??{};if(a===void 0)continue;let{signed:o,headers:i={},time:r}=a,s={code:"S088",file:t},
p=["webhooks","signature"],l=Io.filter(k=>k!=="timestamp"||r!==void 0),u=[...new Set([...l,...Object.keys(i)])],h=ar(o).flatMap(k=>typeof k=="string"?[]:[k.variable]);
for(let k of h.filter(S=>!u.includes(S))){let S=nr(k,u);yield{...s,path:[...p,"signed"],message:`{${k}} is not known here`,hint:LP(k,S,u)}}for(let k of Object.keys(
i)){let S={...s,path:[...p,"headers",k],at:"key"};Io.some(O=>O===k)?yield{...S,message:`{${k}} has a meaning of its own`,hint:"Give the header another name."}:h.
includes(k)||(yield{...S,message:`{${k}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function LP(e,t,n){return e==="timestamp"?'Say in \
"time" where it is.':t!==void 0?`Did you mean {${t}}?`:`Use ${n.map(a=>`{${a}}`).join(", ")}, or name a header in "headers".`}function Vo(e,t){return hc(e.files.get(t)?.value??null,[])}var FP=["template","constant","among","body","values","accepts","sources"];function*hc(e,t){if(Array.
isArray(e))for(let[n,a]of e.entries())t.at(-1)==="between"&&typeof a=="string"?yield{name:a,path:[...t,n]}:yield*hc(a,[...t,n]);else if(ge(e))for(let[n,a]of Object.
entries(e))n==="source"&&typeof a=="string"?yield{name:a,path:[...t,n]}:FP.includes(n)||(yield*hc(a,[...t,n]))}function*gh(e){for(let{path:t,source:n}of Ae(e)){let a=Object.keys(n.sources);for(let{name:o,path:i}of Vo(e,t)){if(a.includes(o))continue;let r=nr(o,a);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${a.join(", ")}.`:`Did you mean "${r}"?`}}}}var bh=["model","app"],ln=["id","name","model","app"];function*Uo(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:n}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),n!==void 0&&(yield{text:n,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{key:a}=e.webhooks?.signature??{};a?.by==="request"&&(yield{text:a.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of Ye(e))for(let{path:r,...s}of VP(i))yield{path:["operations",o,...r],...s}}function*VP({id:e,submit:t,
query:n,list:a,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:bh};for(let[l,{path:u}]of(t.paths??[]).entries())
yield{text:u,path:["submit","paths",l,"path"],allowed:bh};let p=n?.body?.some(({fact:l})=>l==="id")===!0;n!==void 0&&(yield{text:n.path,path:["query","path"],allowed:ln,
needsId:s&&!p});for(let[l,{path:u}]of(n?.paths??[]).entries())yield{text:u,path:["query","paths",l,"path"],allowed:ln,needsId:s&&!p};a!==void 0&&(yield{text:a.path,
path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:ln,needsId:s});for(let[l,{link:u}]of r.entries())u!==void 0&&(yield{
text:u.path,path:["told",l,"link","path"],allowed:ln});yield*wh(i,["results"],s)}function*wh(e,t,n){for(let[a,{content:o,query:i,results:r=[]}]of e.entries())o!==
void 0&&(yield{text:o,path:[...t,a,"content"],allowed:ln,needsId:n}),i!==void 0&&(yield{text:i,path:[...t,a,"query"],allowed:ln,needsId:n}),yield*wh(r,[...t,a,"\
results"],n)}function*vh(e){for(let{path:t,source:n}of Ae(e))for(let{text:a,path:o,allowed:i}of Uo(n))for(let r of ar(a))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*kh(e){for(let{path:t,source:n}of Ae(e))for(let{text:a,path:o,allowed:i,needsId:r}of Uo(n)){let s=ar(a).flatMap(l=>typeof l=="string"?[]:[l.variable]),p=s.
includes("id")||s.includes("name");r===!0&&!p&&s.every(l=>i.includes(l))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*Ph(e){if(!jo(e))for(let{path:t,source:n}of Ae(e))for(let[a,o]of Ye(n)){let i=new Set,r=is(e).filter(s=>s.kind===a);for(let{parameter:s,values:p}of Fo(o)){
let l=r.filter(h=>h.parameters.has(s)).map(h=>h.parameters.get(s)),u=new Set(l.flatMap(h=>h??[]));if(!(l.length===0||l.includes(void 0)))for(let{value:h,path:k,
at:S}of p){if(u.has(h)||i.has(k.join("/")))continue;i.add(k.join("/"));let O=typeof h=="string"?nr(h,[...u].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",a,...k],at:S,message:`no ${a} model offers ${JSON.stringify(h)} as ${s}`,hint:O===void 0?`Offered: ${[...u].map(x=>JSON.stringify(x)).join(", ")}.`:
`Did you mean "${O}"?`}}}}}var UP=new Set(["failed","expired","cancelled"]);function*$h(e){for(let{path:t,source:n}of Ae(e))for(let[a,{cancel:o,status:i}]of Ye(n)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",a,"cancel"];for(let[p,l]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[u,h]of p.entries()){let k={code:"S087",file:t,path:[...s,...l,u]},S=r.get(h),O=S===void 0?nr(h,[...r.keys()]):void 0;S===void 0?yield{...k,message:`\
"${h}" is not a word of status.states`,...O===void 0?{}:{hint:`Did you mean "${O}"?`}}:l[0]==="proves"&&!UP.has(S)&&(yield{...k,message:`"${h}" means ${S}: it p\
roves that something is made`})}}}function*Sh(e){for(let{path:t,source:n}of Ae(e)){let a=new Set([...Vo(e,t)].map(({name:o})=>o));for(let o of Object.keys(n.sources))a.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var _h=[zf,hh,Ph,gh,vh,fh,uh,oh,lh,ph,Cf,Zf,kh,Wf,Hf,Sh,$h,yh,Qf,Df,ih];var xh="meta/upstream.schema.json",JP=[Cc,Kc,Gc,nf,wf,..._h];function qh(e,t){let n=[Ro(xh,"{}"),...CP(t)],a={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,l={directory:i,files:new Map([...n,DP(p,s)].map(k=>[k.path,k])),meta:{paths:[xh],code:()=>a}},u=vf(JP.flatMap(k=>[
...k(l)])).filter(({file:k})=>k===p).map(k=>If(l,k)),h=Ae(l)[0]?.source;return h!==void 0&&u.every(({severity:k})=>k!=="error")?{name:r,mapping:rh(h)}:{name:r,mistakes:u.
sort((k,S)=>k.line-S.line).map(k=>zP(k,r,i))}})}function DP(e,t){try{return Ro(e,t)}catch(n){if(!(n instanceof RangeError))throw n;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function zP(e,t,n){return Vf({...e,file:`${t}.json`},n)}function CP(e){return Object.entries(e).map(([t,
{kind:n,parameters:a}])=>{let o=Object.entries(a).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":n,
properties:{model:{const:t},...Object.fromEntries(o)}};return Ro(tf(t),JSON.stringify(i))})}var HA=qh(Oh.default.meta0,WP);export{HA as compileProtocols};
