// Made by the generator from spec/. Do not edit.
var Fh=Object.create;var $c=Object.defineProperty;var Vh=Object.getOwnPropertyDescriptor;var Uh=Object.getOwnPropertyNames;var Jh=Object.getPrototypeOf,Dh=Object.prototype.hasOwnProperty;var ce=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var zh=(e,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of Uh(t))!Dh.call(e,o)&&o!==a&&$c(e,o,{get:()=>t[o],enumerable:!(n=Vh(t,o))||n.enumerable});
return e};var Mt=(e,t,a)=>(a=e!=null?Fh(Jh(e)):{},zh(t||!e||!e.__esModule?$c(a,"default",{value:e,enumerable:!0}):a,e));var Do=ce(Jo=>{"use strict";Object.defineProperty(Jo,"__esModule",{value:!0});function Sc(e){let t=e.length,a=0,n=0,o;for(;n<t;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<t&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}Jo.default=Sc;Sc.code='require("ajv/dist/runtime/ucs2length").default'});var Tc=ce(jc=>{"use strict";jc.meta0=pn;var c={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
"body"]},{required:["base64","contentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1}}},Tr={type:"string",minLength:1,
description:"A remark for who edits the file."},re={type:"string",minLength:1,description:"One of the names in sources."},We={type:"string",pattern:"^/",description:"\
A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},se={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"\
A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},qr={type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"\
The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},xs={type:"string",minLength:1,description:'What stands\
 before the key, such as "whsec_".'},Wr={enum:["text","hex","base64"],description:"How the bytes of the key are written. text: the bytes of the text itself (UTF\
-8)."},C={type:"object",description:"What becomes of the task, and what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{
then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all \
the same. removed: the record of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"T\
he HTTP status of that body or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"In place of a body: an err\
or, in the form of this protocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,
description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},
ya=Object.prototype.hasOwnProperty,ne=Do().default,_c=new RegExp("^[a-z][a-z0-9-]*$","u"),Wh=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),xc=new RegExp("^https://","u"),
Ch=new RegExp("^https://[^/]+(/.*[^/])?$","u"),fa=new RegExp("^[A-Za-z0-9._-]+$","u"),Oc=new RegExp("^[\\x20-\\x7e]*$","u"),Zt=new RegExp("^/","u"),Kh=new RegExp(
"^https://[^/?#{}]+/[^#]*$","u"),rt=new RegExp("^(/([^/~]|~[01])+)+$","u"),Hh=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),br={type:"object",required:["text","source"],
properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function qs(e,{instancePath:t="",parentData:a,
parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=qs.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;
if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===void 0){let S={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"text"},
message:"must have required property 'text'",schema:br.required,parentSchema:br,data:e};r===null?r=[S]:r.push(S),s++}if(e.source===void 0){let S={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:br.required,parentSchema:br,data:e};
r===null?r=[S]:r.push(S),s++}let $=s;for(let S in e)if(!(S==="text"||S==="source")){let O={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additiona\
lProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:br,data:e};r===null?r=[O]:r.push(O),s++}if(e.text!==
void 0){let S=e.text,O=s,x=s;if(typeof S=="string"){if(ne(S)<1){let T={instancePath:t+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:br.properties.text,data:S};r===null?r=[T]:r.push(T),s++}}else{let T={instancePath:t+
"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:br.properties.text.type,parentSchema:br.properties.
text,data:S};r===null?r=[T]:r.push(T),s++}var u=O===s}if(e.source!==void 0){let S=e.source,O=s,x=s,T=s;if(typeof S=="string"){if(ne(S)<1){let pe={instancePath:t+
"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:S};
r===null?r=[pe]:r.push(pe),s++}}else{let pe={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:re.type,parentSchema:re,data:S};r===null?r=[pe]:r.push(pe),s++}var h=x===s,u=O===s}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:br.type,parentSchema:br,data:e};r===null?r=[$]:r.push($),s++}return qs.errors=r,s===0}qs.evaluated={props:!0,dynamicProps:!1,
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
minItems:1,uniqueItems:!0},Gt={enum:["queued","processing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},Bh=new RegExp(
"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$","u"),Gh=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),wr={type:"array",minItems:1,description:"Other paths\
, for what the submit of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{
when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},zo={type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"\
#/$defs/condition"}},Oe={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},
absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parameter whos\
e value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,
description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstrea\
m's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["e\
xceptModel"]}],additionalProperties:!1};function Qt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=Qt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){if(e.length<1){let K={instancePath:t,schemaPath:"#\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:zo,data:e};r===null?r=[K]:r.push(K),s++}let pe=!0,
z=e.length;for(let K=0;K<z;K++){let F=e[K],ue=s,j=s,fe=s,me=s,U=!1,L=null,be=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.given===void 0){let Y={instancePath:t+
"/"+K,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"must have required property 'given'",schema:Oe.
oneOf[0].required,parentSchema:Oe.oneOf[0],data:F};r===null?r=[Y]:r.push(Y),s++}var u=be===s;u&&(U=!0,L=0);let xe=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&
F.absent===void 0){let Y={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{missingProperty:"absent"},message:"mus\
t have required property 'absent'",schema:Oe.oneOf[1].required,parentSchema:Oe.oneOf[1],data:F};r===null?r=[Y]:r.push(Y),s++}var u=xe===s;if(u&&U)U=!1,L=[L,1];else{
u&&(U=!0,L=1);let Y=s;if(F&&typeof F=="object"&&!Array.isArray(F)){if(F.parameter===void 0){let He={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/2/r\
equired",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:Oe.oneOf[2].required,parentSchema:Oe.oneOf[2],
data:F};r===null?r=[He]:r.push(He),s++}if(F.among===void 0){let He={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{
missingProperty:"among"},message:"must have required property 'among'",schema:Oe.oneOf[2].required,parentSchema:Oe.oneOf[2],data:F};r===null?r=[He]:r.push(He),s++}}
var u=Y===s;if(u&&U)U=!1,L=[L,2];else{u&&(U=!0,L=2);let He=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.model===void 0){let Pt={instancePath:t+"/"+K,schemaPath:"\
#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:Oe.oneOf[3].required,
parentSchema:Oe.oneOf[3],data:F};r===null?r=[Pt]:r.push(Pt),s++}var u=He===s;if(u&&U)U=!1,L=[L,3];else{u&&(U=!0,L=3);let Pt=s;if(F&&typeof F=="object"&&!Array.isArray(
F)&&F.exceptModel===void 0){let pt={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},
message:"must have required property 'exceptModel'",schema:Oe.oneOf[4].required,parentSchema:Oe.oneOf[4],data:F};r===null?r=[pt]:r.push(pt),s++}var u=Pt===s;u&&
U?(U=!1,L=[L,4]):u&&(U=!0,L=4)}}}if(U)s=me,r!==null&&(me?r.length=me:r=null);else{let Y={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf",keyword:"oneO\
f",params:{passingSchemas:L},message:"must match exactly one schema in oneOf",schema:Oe.oneOf,parentSchema:Oe,data:F};r===null?r=[Y]:r.push(Y),s++}if(F&&typeof F==
"object"&&!Array.isArray(F)){let Y=s;for(let D in F)if(!(D==="given"||D==="absent"||D==="parameter"||D==="among"||D==="model"||D==="exceptModel")){let He={instancePath:t+
"/"+K,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:Oe,data:F};r===null?r=[He]:r.push(He),s++}if(F.given!==void 0){let D=F.given,He=s,mt=s;if(Array.isArray(D)){if(D.length<1){let pt={instancePath:t+
"/"+K+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:Oe.properties.given,data:D};r===null?r=[pt]:r.push(pt),s++}let Pt=!0,at=D.length;for(let pt=0;pt<at;pt++){let Xe=D[pt],tt=s;if(typeof Xe!="string"){
let Vr={instancePath:t+"/"+K+"/given/"+pt,schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:Oe.properties.given.items.type,parentSchema:Oe.properties.given.items,data:Xe};r===null?r=[Vr]:r.push(Vr),s++}let Fr=s;var h=tt===s;h||(Pt=!1)}}else{
let Pt={instancePath:t+"/"+K+"/given",schemaPath:"#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.
properties.given.type,parentSchema:Oe.properties.given,data:D};r===null?r=[Pt]:r.push(Pt),s++}var $=He===s}if(F.absent!==void 0){let D=F.absent,He=s,mt=s;if(Array.
isArray(D)){if(D.length<1){let Xe={instancePath:t+"/"+K+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.absent,data:D};r===null?r=[Xe]:r.push(Xe),s++}let at=!0,pt=D.length;for(let Xe=0;Xe<
pt;Xe++){let tt=D[Xe],Fr=s;if(typeof tt!="string"){let jt={instancePath:t+"/"+K+"/absent/"+Xe,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Oe.properties.absent.items.type,parentSchema:Oe.properties.absent.items,data:tt};r===null?r=[jt]:r.
push(jt),s++}let Vr=s;var S=Fr===s;S||(at=!1)}}else{let at={instancePath:t+"/"+K+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:Oe.properties.absent.type,parentSchema:Oe.properties.absent,data:D};r===null?r=[at]:r.push(at),s++}var $=He===
s}if(F.parameter!==void 0){let D=F.parameter,He=s;if(typeof D!="string"){let at={instancePath:t+"/"+K+"/parameter",schemaPath:"#/$defs/condition/properties/para\
meter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.properties.parameter.type,parentSchema:Oe.properties.parameter,data:D};r===
null?r=[at]:r.push(at),s++}let mt=s;var $=He===s}if(F.among!==void 0){let D=F.among,He=s,mt=s;if(Array.isArray(D)){if(D.length<1){let at={instancePath:t+"/"+K+"\
/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.
properties.among,data:D};r===null?r=[at]:r.push(at),s++}}else{let at={instancePath:t+"/"+K+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:Oe.properties.among.type,parentSchema:Oe.properties.among,data:D};r===null?r=[at]:r.push(at),s++}var $=He===
s}if(F.model!==void 0){let D=F.model,He=s,mt=s;if(Array.isArray(D)){if(D.length<1){let Xe={instancePath:t+"/"+K+"/model",schemaPath:"#/$defs/condition/propertie\
s/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.model,data:D};r===null?r=[Xe]:
r.push(Xe),s++}let at=!0,pt=D.length;for(let Xe=0;Xe<pt;Xe++){let tt=D[Xe],Fr=s,Vr=s;if(typeof tt=="string"){if(ne(tt)<1){let jt={instancePath:t+"/"+K+"/model/"+
Xe,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:Oe.properties.model.items,data:tt};r===null?r=[jt]:r.push(jt),s++}}else{let jt={instancePath:t+"/"+K+"/model/"+Xe,schemaPath:"#/$defs/condition/pro\
perties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.properties.model.items.type,parentSchema:Oe.properties.model.
items,data:tt};r===null?r=[jt]:r.push(jt),s++}var O=Fr===s;O||(at=!1)}}else{let at={instancePath:t+"/"+K+"/model",schemaPath:"#/$defs/condition/properties/model\
/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.properties.model.type,parentSchema:Oe.properties.model,data:D};r===null?r=[at]:r.push(
at),s++}var $=He===s}if(F.exceptModel!==void 0){let D=F.exceptModel,He=s,mt=s;if(Array.isArray(D)){if(D.length<1){let Xe={instancePath:t+"/"+K+"/exceptModel",schemaPath:"\
#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.
exceptModel,data:D};r===null?r=[Xe]:r.push(Xe),s++}let at=!0,pt=D.length;for(let Xe=0;Xe<pt;Xe++){let tt=D[Xe],Fr=s,Vr=s;if(typeof tt=="string"){if(ne(tt)<1){let jt={
instancePath:t+"/"+K+"/exceptModel/"+Xe,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must\
 NOT have fewer than 1 characters",schema:1,parentSchema:Oe.properties.exceptModel.items,data:tt};r===null?r=[jt]:r.push(jt),s++}}else{let jt={instancePath:t+"/"+
K+"/exceptModel/"+Xe,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.properties.
exceptModel.items.type,parentSchema:Oe.properties.exceptModel.items,data:tt};r===null?r=[jt]:r.push(jt),s++}var x=Fr===s;x||(at=!1)}}else{let at={instancePath:t+
"/"+K+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.properties.
exceptModel.type,parentSchema:Oe.properties.exceptModel,data:D};r===null?r=[at]:r.push(at),s++}var $=He===s}}else{let Y={instancePath:t+"/"+K,schemaPath:"#/$def\
s/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Oe.type,parentSchema:Oe,data:F};r===null?r=[Y]:r.push(Y),s++}var T=j===s,
R=ue===s;R||(pe=!1)}}else{let pe={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:zo.type,parentSchema:zo,
data:e};r===null?r=[pe]:r.push(pe),s++}return Qt.errors=r,s===0}Qt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function Or(e,{instancePath:t="",parentData:a,
parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Or.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;
if(Array.isArray(e)){if(e.length<1){let x={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",
schema:1,parentSchema:wr,data:e};r===null?r=[x]:r.push(x),s++}let S=!0,O=e.length;for(let x=0;x<O;x++){let T=e[x],R=s,pe=s;if(T&&typeof T=="object"&&!Array.isArray(
T)){if(T.when===void 0){let K={instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required\
 property 'when'",schema:wr.items.required,parentSchema:wr.items,data:T};r===null?r=[K]:r.push(K),s++}if(T.path===void 0){let K={instancePath:t+"/"+x,schemaPath:"\
#/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:wr.items.required,parentSchema:wr.items,
data:T};r===null?r=[K]:r.push(K),s++}let z=s;for(let K in T)if(!(K==="when"||K==="path")){let F={instancePath:t+"/"+x,schemaPath:"#/items/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:K},message:"must NOT have additional properties",schema:!1,parentSchema:wr.items,data:T};r===null?r=[F]:
r.push(F),s++}if(T.when!==void 0){let K=T.when,F=s;Qt(K,{instancePath:t+"/"+x+"/when",parentData:T,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===
null?Qt.errors:r.concat(Qt.errors),s=r.length);var u=F===s}if(T.path!==void 0){let K=T.path,F=s,ue=s,j=s;if(typeof K=="string"){if(!Zt.test(K)){let me={instancePath:t+
"/"+x+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:K};r===
null?r=[me]:r.push(me),s++}}else{let me={instancePath:t+"/"+x+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:We.type,parentSchema:We,data:K};r===null?r=[me]:r.push(me),s++}var h=ue===s,u=F===s}}else{let z={instancePath:t+"/"+x,schemaPath:"#/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:wr.items.type,parentSchema:wr.items,data:T};r===null?r=[z]:r.push(z),s++}var $=R===s;$||(S=!1)}}else{
let S={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wr.type,parentSchema:wr,data:e};r===null?r=[S]:r.push(
S),s++}return Or.errors=r,s===0}Or.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var de={type:"object",required:["to","source"],properties:{$comment:{$ref:"\
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
Zh=new RegExp("^/(?!(-|\\d+)(/|$))","u");function Os(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=Os.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s,u=s,h=!1,$=null,S=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.from===
void 0){let ue={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:de.
oneOf[0].required,parentSchema:de.oneOf[0],data:e};r===null?r=[ue]:r.push(ue),s++}var x=S===s;x&&(h=!0,$=0);let O=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&
e.each===void 0){let ue={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"each"},message:"must have required property \
'each'",schema:de.oneOf[1].required,parentSchema:de.oneOf[1],data:e};r===null?r=[ue]:r.push(ue),s++}var x=O===s;if(x&&h)h=!1,$=[$,1];else{x&&(h=!0,$=1);let ue=s;
if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.join===void 0){let fe={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"\
join"},message:"must have required property 'join'",schema:de.oneOf[2].required,parentSchema:de.oneOf[2],data:e};r===null?r=[fe]:r.push(fe),s++}if(e.values===void 0){
let fe={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"values"},message:"must have required property 'values'",schema:de.
oneOf[2].required,parentSchema:de.oneOf[2],data:e};r===null?r=[fe]:r.push(fe),s++}}var x=ue===s;if(x&&h)h=!1,$=[$,2];else{x&&(h=!0,$=2);let fe=s;if(e&&typeof e==
"object"&&!Array.isArray(e)&&e.model===void 0){let U={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"\
must have required property 'model'",schema:de.oneOf[3].required,parentSchema:de.oneOf[3],data:e};r===null?r=[U]:r.push(U),s++}var x=fe===s;if(x&&h)h=!1,$=[$,3];else{
x&&(h=!0,$=3);let U=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.constant===void 0){let be={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",
params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:de.oneOf[4].required,parentSchema:de.oneOf[4],data:e};r===null?r=[be]:
r.push(be),s++}var x=U===s;x&&h?(h=!1,$=[$,4]):x&&(h=!0,$=4)}}}if(h)s=u,r!==null&&(u?r.length=u:r=null);else{let ue={instancePath:t,schemaPath:"#/oneOf",keyword:"\
oneOf",params:{passingSchemas:$},message:"must match exactly one schema in oneOf",schema:de.oneOf,parentSchema:de,data:e};r===null?r=[ue]:r.push(ue),s++}if(e&&typeof e==
"object"&&!Array.isArray(e)){if(e.to===void 0){let j={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have\
 required property 'to'",schema:de.required,parentSchema:de,data:e};r===null?r=[j]:r.push(j),s++}if(e.source===void 0){let j={instancePath:t,schemaPath:"#/requi\
red",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:de.required,parentSchema:de,data:e};r===null?r=[
j]:r.push(j),s++}let ue=s;for(let j in e)if(!ya.call(de.properties,j)){let fe={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:j},message:"must NOT have additional properties",schema:!1,parentSchema:de,data:e};r===null?r=[fe]:r.push(fe),s++}if(e.$comment!==void 0){
let j=e.$comment,fe=s,me=s,U=s;if(typeof j=="string"){if(ne(j)<1){let L={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Tr,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/$comment",schemaPath:"\
#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Tr.type,parentSchema:Tr,data:j};r===null?r=[L]:r.push(L),s++}var T=me===
s,R=fe===s}if(e.to!==void 0){let j=e.to,fe=s,me=s,U=s;if(typeof j=="string"){if(!rt.test(j)){let be={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:j};r===null?
r=[be]:r.push(be),s++}}else{let be={instancePath:t+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:j};r===null?r=[be]:r.push(be),s++}var pe=me===s;if(typeof j=="string"&&!Zh.test(j)){let be={instancePath:t+"/to",schemaPath:"#/propert\
ies/to/pattern",keyword:"pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:de.
properties.to,data:j};r===null?r=[be]:r.push(be),s++}var R=fe===s}if(e.from!==void 0){let j=e.from,fe=s,me=s;if(typeof j=="string"){if(ne(j)<1){let L={instancePath:t+
"/from",schemaPath:"#/properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.
from,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:de.properties.from.type,parentSchema:de.properties.from,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.each!==void 0){let j=e.each,
fe=s,me=s;if(typeof j=="string"){if(ne(j)<1){let L={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.each,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/each",schemaPath:"\
#/properties/each/type",keyword:"type",params:{type:"string"},message:"must be string",schema:de.properties.each.type,parentSchema:de.properties.each,data:j};r===
null?r=[L]:r.push(L),s++}var R=fe===s}if(e.join!==void 0){let j=e.join,fe=s,me=s;if(Array.isArray(j)){if(j.length<2){let xe={instancePath:t+"/join",schemaPath:"\
#/properties/join/minItems",keyword:"minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:de.properties.join,data:j};r===
null?r=[xe]:r.push(xe),s++}let L=!0,be=j.length;for(let xe=0;xe<be;xe++){let Y=j[xe],D=s,He=s;if(typeof Y=="string"){if(ne(Y)<1){let mt={instancePath:t+"/join/"+
xe,schemaPath:"#/properties/join/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:de.
properties.join.items,data:Y};r===null?r=[mt]:r.push(mt),s++}}else{let mt={instancePath:t+"/join/"+xe,schemaPath:"#/properties/join/items/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:de.properties.join.items.type,parentSchema:de.properties.join.items,data:Y};r===null?r=[mt]:r.push(mt),s++}var z=D===
s;z||(L=!1)}}else{let L={instancePath:t+"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:de.properties.
join.type,parentSchema:de.properties.join,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.model!==void 0){let j=e.model,fe=s;if(j!==!0){let U={instancePath:t+
"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:de.properties.
model,data:j};r===null?r=[U]:r.push(U),s++}var R=fe===s}if(e.when!==void 0){let j=e.when,fe=s;Qt(j,{instancePath:t+"/when",parentData:e,parentDataProperty:"when",
rootData:o,dynamicAnchors:i})||(r=r===null?Qt.errors:r.concat(Qt.errors),s=r.length);var R=fe===s}if(e.as!==void 0){let j=e.as,fe=s,me=de.properties.as.enum;if(!(j===
"string"||j==="uploaded"||j==="file")){let L={instancePath:t+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:de.properties.as.enum},
message:"must be equal to one of the allowed values",schema:de.properties.as.enum,parentSchema:de.properties.as,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===
s}if(e.values!==void 0){let j=e.values,fe=s,me=s;if(j&&typeof j=="object"&&!Array.isArray(j)){if(Object.keys(j).length<1){let L={instancePath:t+"/values",schemaPath:"\
#/properties/values/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:de.properties.
values,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:de.properties.values.type,parentSchema:de.properties.values,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.accepts!==void 0){let j=e.
accepts,fe=s,me=s;if(Array.isArray(j)){if(j.length<1){let L={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:de.properties.accepts,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/accept\
s",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:de.properties.accepts.type,parentSchema:de.properties.
accepts,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.minimum!==void 0){let j=e.minimum,fe=s;if(typeof j!="number"){let L={instancePath:t+"/minimum",schemaPath:"\
#/properties/minimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:de.properties.minimum.type,parentSchema:de.properties.minimum,data:j};
r===null?r=[L]:r.push(L),s++}let me=s;var R=fe===s}if(e.maximum!==void 0){let j=e.maximum,fe=s;if(typeof j!="number"){let L={instancePath:t+"/maximum",schemaPath:"\
#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:de.properties.maximum.type,parentSchema:de.properties.maximum,data:j};
r===null?r=[L]:r.push(L),s++}let me=s;var R=fe===s}if(e.maximumItems!==void 0){let j=e.maximumItems,fe=s;if(!(typeof j=="number"&&!(j%1)&&!isNaN(j))){let L={instancePath:t+
"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:de.properties.maximumItems.type,
parentSchema:de.properties.maximumItems,data:j};r===null?r=[L]:r.push(L),s++}let me=s;if(typeof j=="number"&&(j<1||isNaN(j))){let L={instancePath:t+"/maximumIte\
ms",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:de.properties.
maximumItems,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.maximumLength!==void 0){let j=e.maximumLength,fe=s;if(!(typeof j=="number"&&!(j%1)&&!isNaN(j))){
let L={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:de.properties.
maximumLength.type,parentSchema:de.properties.maximumLength,data:j};r===null?r=[L]:r.push(L),s++}let me=s;if(typeof j=="number"&&(j<1||isNaN(j))){let L={instancePath:t+
"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:de.
properties.maximumLength,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.forms!==void 0){let j=e.forms,fe=s,me=s;if(Array.isArray(j)){if(j.length<1){let xe={
instancePath:t+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:de.
properties.forms,data:j};r===null?r=[xe]:r.push(xe),s++}let L=!0,be=j.length;for(let xe=0;xe<be;xe++){let Y=j[xe],D=s,He=de.properties.forms.items.enum;if(!(Y===
"url"||Y==="data")){let mt={instancePath:t+"/forms/"+xe,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:de.properties.forms.items.
enum},message:"must be equal to one of the allowed values",schema:de.properties.forms.items.enum,parentSchema:de.properties.forms.items,data:Y};r===null?r=[mt]:
r.push(mt),s++}var K=D===s;K||(L=!1)}}else{let L={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"mus\
t be array",schema:de.properties.forms.type,parentSchema:de.properties.forms,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.oneWay!==void 0){let j=e.oneWay,
fe=s,me=s;if(typeof j=="string"){if(ne(j)<1){let L={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.oneWay,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/oneWay",schemaPath:"\
#/properties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:de.properties.oneWay.type,parentSchema:de.properties.oneWay,data:j};
r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.source!==void 0){let j=e.source,fe=s,me=s,U=s;if(typeof j=="string"){if(ne(j)<1){let be={instancePath:t+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:j};r===
null?r=[be]:r.push(be),s++}}else{let be={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:re.type,parentSchema:re,data:j};r===null?r=[be]:r.push(be),s++}var F=me===s,R=fe===s}}else{let ue={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:de.type,parentSchema:de,data:e};r===null?r=[ue]:r.push(ue),s++}return Os.errors=r,s===0}Os.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var _t={type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$d\
efs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"A fixed valu\
e."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}};function jr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,
dynamicAnchors:i={}}={}){let r=null,s=0,p=jr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){if(e.length<
1){let T={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:_t,data:e};
r===null?r=[T]:r.push(T),s++}let O=!0,x=e.length;for(let T=0;T<x;T++){let R=e[T],pe=s,z=s,K=s,F=!1,ue=null,j=s;if(R&&typeof R=="object"&&!Array.isArray(R)&&R.fact===
void 0){let me={instancePath:t+"/"+T,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required proper\
ty 'fact'",schema:_t.items.oneOf[0].required,parentSchema:_t.items.oneOf[0],data:R};r===null?r=[me]:r.push(me),s++}var u=j===s;u&&(F=!0,ue=0);let fe=s;if(R&&typeof R==
"object"&&!Array.isArray(R)&&R.constant===void 0){let me={instancePath:t+"/"+T,schemaPath:"#/items/oneOf/1/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:_t.items.oneOf[1].required,parentSchema:_t.items.oneOf[1],data:R};r===null?r=[me]:r.push(me),
s++}var u=fe===s;if(u&&F?(F=!1,ue=[ue,1]):u&&(F=!0,ue=1),F)s=K,r!==null&&(K?r.length=K:r=null);else{let me={instancePath:t+"/"+T,schemaPath:"#/items/oneOf",keyword:"\
oneOf",params:{passingSchemas:ue},message:"must match exactly one schema in oneOf",schema:_t.items.oneOf,parentSchema:_t.items,data:R};r===null?r=[me]:r.push(me),
s++}if(R&&typeof R=="object"&&!Array.isArray(R)){if(R.to===void 0){let U={instancePath:t+"/"+T,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"\
to"},message:"must have required property 'to'",schema:_t.items.required,parentSchema:_t.items,data:R};r===null?r=[U]:r.push(U),s++}let me=s;for(let U in R)if(!(U===
"to"||U==="fact"||U==="constant")){let L={instancePath:t+"/"+T,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},
message:"must NOT have additional properties",schema:!1,parentSchema:_t.items,data:R};r===null?r=[L]:r.push(L),s++}if(R.to!==void 0){let U=R.to,L=s,be=s,xe=s;if(typeof U==
"string"){if(!rt.test(U)){let Y={instancePath:t+"/"+T+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:U};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/"+T+
"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:U};r===null?r=[Y]:r.push(
Y),s++}var h=be===s,$=L===s}if(R.fact!==void 0){let U=R.fact,L=s,be=_t.items.properties.fact.enum;if(!(U==="id"||U==="model")){let Y={instancePath:t+"/"+T+"/fac\
t",schemaPath:"#/items/properties/fact/enum",keyword:"enum",params:{allowedValues:_t.items.properties.fact.enum},message:"must be equal to one of the allowed va\
lues",schema:_t.items.properties.fact.enum,parentSchema:_t.items.properties.fact,data:U};r===null?r=[Y]:r.push(Y),s++}var $=L===s}}else{let me={instancePath:t+"\
/"+T,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:_t.items.type,parentSchema:_t.items,data:R};r===null?r=[me]:
r.push(me),s++}var S=pe===s;S||(O=!1)}}else{let O={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:_t.type,
parentSchema:_t,data:e};r===null?r=[O]:r.push(O),s++}return jr.errors=r,s===0}jr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var Wo={type:"array",minItems:1,
description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},Re={type:"object",required:["source"],properties:{
url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{type:"boolean",description:"\
Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. It is sent with a URL of the base URL's own host, and to\
 no other."},body:{const:!0,description:"The answer to the submit is the file itself, and no JSON. Left out where there is an ID. A result behind it is where an\
 answer in JSON has the file: fakes and native APIs give that to callers that accept JSON only."},base64:{$ref:"#/$defs/pointer",description:"The file itself in\
 base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-\
binary"],description:"The media type of a file in base64."},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/p\
ath",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"W\
hat that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"\
The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["body"]},{required:["base64","contentType"]},{required:[
"content"]},{required:["query","results","message"]}],additionalProperties:!1},ha={validate:os},qc={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSO\
N pointers, tried in order."};function xt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=xt.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){let $=!0,S=e.length;for(let O=0;O<S;O++){let x=e[O],T=s,R=s,pe=s;
if(typeof x=="string"){if(!rt.test(x)){let z={instancePath:t+"/"+O,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:x};r===null?r=[z]:r.push(z),s++}}else{let z={instancePath:t+
"/"+O,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:x};r===null?r=[z]:r.push(
z),s++}var u=R===s,h=T===s;h||($=!1)}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:qc.type,
parentSchema:qc,data:e};r===null?r=[$]:r.push($),s++}return xt.errors=r,s===0}xt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function js(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=js.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let m=s,u=s,h=!1,$=null,S=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.url===void 0){let me={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:Re.oneOf[0].required,parentSchema:Re.oneOf[0],data:e};r===null?r=[me]:
r.push(me),s++}var x=S===s;x&&(h=!0,$=0);let O=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.body===void 0){let me={instancePath:t,schemaPath:"#/oneOf/1/requ\
ired",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:Re.oneOf[1].required,parentSchema:Re.oneOf[1],data:e};
r===null?r=[me]:r.push(me),s++}var x=O===s;if(x&&h)h=!1,$=[$,1];else{x&&(h=!0,$=1);let me=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===void 0){let L={
instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64'",schema:Re.oneOf[2].
required,parentSchema:Re.oneOf[2],data:e};r===null?r=[L]:r.push(L),s++}if(e.contentType===void 0){let L={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"\
required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:Re.oneOf[2].required,parentSchema:Re.oneOf[2],data:e};
r===null?r=[L]:r.push(L),s++}}var x=me===s;if(x&&h)h=!1,$=[$,2];else{x&&(h=!0,$=2);let L=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===void 0){let xe={
instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'content'",schema:Re.oneOf[3].
required,parentSchema:Re.oneOf[3],data:e};r===null?r=[xe]:r.push(xe),s++}var x=L===s;if(x&&h)h=!1,$=[$,3];else{x&&(h=!0,$=3);let xe=s;if(e&&typeof e=="object"&&
!Array.isArray(e)){if(e.query===void 0){let D={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"query"},message:"must \
have required property 'query'",schema:Re.oneOf[4].required,parentSchema:Re.oneOf[4],data:e};r===null?r=[D]:r.push(D),s++}if(e.results===void 0){let D={instancePath:t,
schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'results'",schema:Re.oneOf[4].required,
parentSchema:Re.oneOf[4],data:e};r===null?r=[D]:r.push(D),s++}if(e.message===void 0){let D={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{
missingProperty:"message"},message:"must have required property 'message'",schema:Re.oneOf[4].required,parentSchema:Re.oneOf[4],data:e};r===null?r=[D]:r.push(D),
s++}}var x=xe===s;x&&h?(h=!1,$=[$,4]):x&&(h=!0,$=4)}}}if(h)s=u,r!==null&&(u?r.length=u:r=null);else{let me={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",
params:{passingSchemas:$},message:"must match exactly one schema in oneOf",schema:Re.oneOf,parentSchema:Re,data:e};r===null?r=[me]:r.push(me),s++}if(e&&typeof e==
"object"&&!Array.isArray(e)){if(e.source===void 0){let U={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"m\
ust have required property 'source'",schema:Re.required,parentSchema:Re,data:e};r===null?r=[U]:r.push(U),s++}let me=s;for(let U in e)if(!ya.call(Re.properties,U)){
let L={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:Re,data:e};r===null?r=[L]:r.push(L),s++}if(e.url!==void 0){let U=e.url,L=s,be=s,xe=s;if(typeof U=="string"){if(!rt.test(U)){let Y={instancePath:t+
"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:se,data:U};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/url",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:U};r===null?r=[Y]:r.push(Y),s++}var T=be===s,R=L===s}if(e.list!==void 0){let U=e.list,
L=s;if(typeof U!="boolean"){let Y={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:Re.
properties.list.type,parentSchema:Re.properties.list,data:U};r===null?r=[Y]:r.push(Y),s++}let be=s;var R=L===s}if(e.withKey!==void 0){let U=e.withKey,L=s;if(U!==
!0){let xe={instancePath:t+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,
parentSchema:Re.properties.withKey,data:U};r===null?r=[xe]:r.push(xe),s++}var R=L===s}if(e.body!==void 0){let U=e.body,L=s;if(U!==!0){let xe={instancePath:t+"/b\
ody",schemaPath:"#/properties/body/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:Re.properties.body,
data:U};r===null?r=[xe]:r.push(xe),s++}var R=L===s}if(e.base64!==void 0){let U=e.base64,L=s,be=s,xe=s;if(typeof U=="string"){if(!rt.test(U)){let D={instancePath:t+
"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:se,data:U};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:U};r===null?r=[D]:r.push(D),s++}var pe=be===s,R=L===s}if(e.contentType!==void 0){
let U=e.contentType,L=s,be=Re.properties.contentType.enum;if(!(U==="video/mp4"||U==="video/quicktime"||U==="video/webm"||U==="image/png"||U==="image/jpeg"||U===
"image/webp"||U==="image/gif"||U==="audio/mpeg"||U==="audio/wav"||U==="model/gltf-binary")){let Y={instancePath:t+"/contentType",schemaPath:"#/properties/conten\
tType/enum",keyword:"enum",params:{allowedValues:Re.properties.contentType.enum},message:"must be equal to one of the allowed values",schema:Re.properties.contentType.
enum,parentSchema:Re.properties.contentType,data:U};r===null?r=[Y]:r.push(Y),s++}var R=L===s}if(e.content!==void 0){let U=e.content,L=s,be=s,xe=s;if(typeof U=="\
string"){if(!Zt.test(U)){let D={instancePath:t+"/content",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern \
"^/"',schema:"^/",parentSchema:We,data:U};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:U};r===null?r=[D]:r.push(D),s++}var z=be===s,R=L===s}if(e.query!==void 0){let U=e.query,
L=s,be=s,xe=s;if(typeof U=="string"){if(!Zt.test(U)){let D={instancePath:t+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:We,data:U};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/query",schemaPath:"#/$defs/path/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:U};r===null?r=[D]:r.push(D),s++}var K=be===s,R=L===s}if(e.results!==void 0){
let U=e.results,L=s;if(!ha.validate(U,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))r=r===null?ha.validate.
errors:r.concat(ha.validate.errors),s=r.length;else var F=ha.validate.evaluated.props,ue=ha.validate.evaluated.items;var R=L===s}if(e.message!==void 0){let U=e.
message,L=s;xt(U,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=
r.length);var R=L===s}if(e.pending!==void 0){let U=e.pending,L=s,be=s;if(U&&typeof U=="object"&&!Array.isArray(U)){if(U.status===void 0){let D={instancePath:t+"\
/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:Re.
properties.pending.required,parentSchema:Re.properties.pending,data:U};r===null?r=[D]:r.push(D),s++}if(U.body===void 0){let D={instancePath:t+"/pending",schemaPath:"\
#/properties/pending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:Re.properties.pending.required,
parentSchema:Re.properties.pending,data:U};r===null?r=[D]:r.push(D),s++}let Y=s;for(let D in U)if(!(D==="status"||D==="body")){let He={instancePath:t+"/pending",
schemaPath:"#/properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"must NOT have additional properties",
schema:!1,parentSchema:Re.properties.pending,data:U};r===null?r=[He]:r.push(He),s++}if(U.status!==void 0){let D=U.status,He=s;if(!(typeof D=="number"&&!(D%1)&&!isNaN(
D))){let Pt={instancePath:t+"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be i\
nteger",schema:Re.properties.pending.properties.status.type,parentSchema:Re.properties.pending.properties.status,data:D};r===null?r=[Pt]:r.push(Pt),s++}let mt=s;
var j=He===s}}else{let Y={instancePath:t+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Re.
properties.pending.type,parentSchema:Re.properties.pending,data:U};r===null?r=[Y]:r.push(Y),s++}var R=L===s}if(e.source!==void 0){let U=e.source,L=s,be=s,xe=s;if(typeof U==
"string"){if(ne(U)<1){let D={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer th\
an 1 characters",schema:1,parentSchema:re,data:U};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:U};r===null?r=[D]:r.push(D),s++}var fe=be===s,R=L===s}}else{let me={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Re.type,parentSchema:Re,data:e};r===null?r=[me]:r.push(me),s++}return js.
errors=r,s===0}js.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function os(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=os.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){if(e.length<1){let S={instancePath:t,
schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Wo,data:e};r===null?r=[S]:r.push(S),
s++}let h=!0,$=e.length;for(let S=0;S<$;S++){let O=e[S],x=s;js(O,{instancePath:t+"/"+S,parentData:e,parentDataProperty:S,rootData:o,dynamicAnchors:i})||(r=r===null?
js.errors:r.concat(js.errors),s=r.length);var u=x===s;u||(h=!1)}}else{let h={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"mu\
st be array",schema:Wo.type,parentSchema:Wo,data:e};r===null?r=[h]:r.push(h),s++}return os.errors=r,s===0}os.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function Lt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Lt.evaluated;p.dynamicProps&&(p.props=
void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.submit===void 0){let b={instancePath:t,schemaPath:"#/required",
keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(
b),s++}if(e.rows===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property\
 'rows'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}if(e.results===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"req\
uired",params:{missingProperty:"results"},message:"must have required property 'results'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}
if(e.message===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property \
'message'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}if(e.code===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"requ\
ired",params:{missingProperty:"code"},message:"must have required property 'code'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}let Jr=s;
for(let b in e)if(!ya.call(y.properties,b)){let $e={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},
message:"must NOT have additional properties",schema:!1,parentSchema:y,data:e};r===null?r=[$e]:r.push($e),s++}if(e.$comment!==void 0){let b=e.$comment,$e=s,gt=s,
Bt=s;if(typeof b=="string"){if(ne(b)<1){let le={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:Tr,data:b};r===null?r=[le]:r.push(le),s++}}else{let le={instancePath:t+"/$comment",schemaPath:"#/$d\
efs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Tr.type,parentSchema:Tr,data:b};r===null?r=[le]:r.push(le),s++}var u=gt===
s,h=$e===s}if(e.submit!==void 0){let b=e.submit,$e=s,gt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.method===void 0){let f={instancePath:t+"/submit",schemaPath:"\
#/properties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:y.properties.submit.required,
parentSchema:y.properties.submit,data:b};r===null?r=[f]:r.push(f),s++}if(b.path===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.submit.required,parentSchema:y.properties.
submit,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.submit.required,parentSchema:y.properties.submit,data:b};r===null?r=
[f]:r.push(f),s++}let le=s;for(let f in b)if(!(f==="method"||f==="path"||f==="paths"||f==="headers"||f==="encoding"||f==="status"||f==="source")){let k={instancePath:t+
"/submit",schemaPath:"#/properties/submit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional p\
roperties",schema:!1,parentSchema:y.properties.submit,data:b};r===null?r=[k]:r.push(k),s++}if(b.method!==void 0){let f=b.method,k=s,E=y.properties.submit.properties.
method.enum;if(!(f==="POST"||f==="PUT")){let Fe={instancePath:t+"/submit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{
allowedValues:y.properties.submit.properties.method.enum},message:"must be equal to one of the allowed values",schema:y.properties.submit.properties.method.enum,
parentSchema:y.properties.submit.properties.method,data:f};r===null?r=[Fe]:r.push(Fe),s++}var $=k===s}if(b.path!==void 0){let f=b.path,k=s,E=s,Fe=s;if(typeof f==
"string"){if(!Zt.test(f)){let _={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pat\
tern "^/"',schema:"^/",parentSchema:We,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:f};r===null?r=[_]:r.push(_),s++}var S=E===s,$=k===s}if(b.paths!==void 0){
let f=b.paths,k=s;Or(f,{instancePath:t+"/submit/paths",parentData:b,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(r=r===null?Or.errors:r.concat(Or.
errors),s=r.length);var $=k===s}if(b.headers!==void 0){let f=b.headers,k=s,E=s;if(f&&typeof f=="object"&&!Array.isArray(f)){let Z=s;for(let _ in f){let q=f[_],ie=s,
ke=s;if(typeof q=="string"){if(!Oc.test(q)){let ve={instancePath:t+"/submit/headers/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/p\
roperties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\
\\x20-\\x7e]*$",parentSchema:y.properties.submit.properties.headers.additionalProperties,data:q};r===null?r=[ve]:r.push(ve),s++}}else{let ve={instancePath:t+"/s\
ubmit/headers/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:y.properties.submit.properties.headers.additionalProperties.type,parentSchema:y.properties.submit.properties.headers.additionalProperties,
data:q};r===null?r=[ve]:r.push(ve),s++}var O=ie===s}}else{let Z={instancePath:t+"/submit/headers",schemaPath:"#/properties/submit/properties/headers/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:y.properties.submit.properties.headers.type,parentSchema:y.properties.submit.properties.headers,data:f};
r===null?r=[Z]:r.push(Z),s++}var $=k===s}if(b.encoding!==void 0){let f=b.encoding,k=s,E=y.properties.submit.properties.encoding.enum;if(!(f==="json"||f==="form")){
let Z={instancePath:t+"/submit/encoding",schemaPath:"#/properties/submit/properties/encoding/enum",keyword:"enum",params:{allowedValues:y.properties.submit.properties.
encoding.enum},message:"must be equal to one of the allowed values",schema:y.properties.submit.properties.encoding.enum,parentSchema:y.properties.submit.properties.
encoding,data:f};r===null?r=[Z]:r.push(Z),s++}var $=k===s}if(b.status!==void 0){let f=b.status,k=s;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f))){let Z={instancePath:t+
"/submit/status",schemaPath:"#/properties/submit/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:y.properties.submit.
properties.status.type,parentSchema:y.properties.submit.properties.status,data:f};r===null?r=[Z]:r.push(Z),s++}let E=s;if(typeof f=="number"){if(f>299||isNaN(f)){
let Z={instancePath:t+"/submit/status",schemaPath:"#/properties/submit/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:299},message:"\
must be <= 299",schema:299,parentSchema:y.properties.submit.properties.status,data:f};r===null?r=[Z]:r.push(Z),s++}if(f<200||isNaN(f)){let Z={instancePath:t+"/s\
ubmit/status",schemaPath:"#/properties/submit/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,
parentSchema:y.properties.submit.properties.status,data:f};r===null?r=[Z]:r.push(Z),s++}}var $=k===s}if(b.source!==void 0){let f=b.source,k=s,E=s,Fe=s;if(typeof f==
"string"){if(ne(f)<1){let _={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var x=E===s,$=k===s}}else{
let le={instancePath:t+"/submit",schemaPath:"#/properties/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.submit.
type,parentSchema:y.properties.submit,data:b};r===null?r=[le]:r.push(le),s++}var h=$e===s}if(e.rows!==void 0){let b=e.rows,$e=s,gt=s;if(Array.isArray(b)){if(b.length<
1){let k={instancePath:t+"/rows",schemaPath:"#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:y.properties.rows,data:b};r===null?r=[k]:r.push(k),s++}let le=!0,f=b.length;for(let k=0;k<f;k++){let E=b[k],Fe=s;Os(E,{instancePath:t+"/rows/"+k,parentData:b,
parentDataProperty:k,rootData:o,dynamicAnchors:i})||(r=r===null?Os.errors:r.concat(Os.errors),s=r.length);var T=Fe===s;T||(le=!1)}}else{let le={instancePath:t+"\
/rows",schemaPath:"#/properties/rows/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.rows.type,parentSchema:y.properties.
rows,data:b};r===null?r=[le]:r.push(le),s++}var h=$e===s}if(e.drops!==void 0){let b=e.drops,$e=s,gt=s;if(Array.isArray(b)){let le=!0,f=b.length;for(let k=0;k<f;k++){
let E=b[k],Fe=s,Z=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.parameter===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items\
/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:y.properties.drops.items.required,parentSchema:y.
properties.drops.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.reason===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items/require\
d",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:y.properties.drops.items.required,parentSchema:y.properties.
drops.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.source===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.drops.items.required,parentSchema:y.properties.drops.
items,data:E};r===null?r=[q]:r.push(q),s++}let _=s;for(let q in E)if(!(q==="parameter"||q==="values"||q==="when"||q==="reason"||q==="source")){let ie={instancePath:t+
"/drops/"+k,schemaPath:"#/properties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:y.properties.drops.items,data:E};r===null?r=[ie]:r.push(ie),s++}if(E.parameter!==void 0){let q=E.parameter,ie=s;if(typeof q!=
"string"){let ve={instancePath:t+"/drops/"+k+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:y.properties.drops.items.properties.parameter.type,parentSchema:y.properties.drops.items.properties.parameter,data:q};r===null?r=
[ve]:r.push(ve),s++}let ke=s;var R=ie===s}if(E.values!==void 0){let q=E.values,ie=s,ke=s;if(Array.isArray(q)){if(q.length<1){let ee={instancePath:t+"/drops/"+k+
"/values",schemaPath:"#/properties/drops/items/properties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:y.properties.drops.items.properties.values,data:q};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/drops/"+k+"/values",schemaPath:"#/\
properties/drops/items/properties/values/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.drops.items.properties.values.type,
parentSchema:y.properties.drops.items.properties.values,data:q};r===null?r=[ee]:r.push(ee),s++}var R=ie===s}if(E.when!==void 0){let q=E.when,ie=s;Qt(q,{instancePath:t+
"/drops/"+k+"/when",parentData:E,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Qt.errors:r.concat(Qt.errors),s=r.length);var R=ie===s}if(E.
reason!==void 0){let q=E.reason,ie=s,ke=s;if(typeof q=="string"){if(ne(q)<1){let ee={instancePath:t+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/p\
roperties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.drops.items.
properties.reason,data:q};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/properties/reas\
on/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.drops.items.properties.reason.type,parentSchema:y.properties.drops.items.
properties.reason,data:q};r===null?r=[ee]:r.push(ee),s++}var R=ie===s}if(E.source!==void 0){let q=E.source,ie=s,ke=s,ve=s;if(typeof q=="string"){if(ne(q)<1){let G={
instancePath:t+"/drops/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:re,data:q};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/drops/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:q};r===null?r=[G]:r.push(G),s++}var pe=ke===s,R=ie===s}}else{let _={instancePath:t+
"/drops/"+k,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.drops.items.type,parentSchema:y.
properties.drops.items,data:E};r===null?r=[_]:r.push(_),s++}var z=Fe===s;z||(le=!1)}}else{let le={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:y.properties.drops.type,parentSchema:y.properties.drops,data:b};r===null?r=[le]:r.push(le),s++}var h=$e===
s}if(e.needs!==void 0){let b=e.needs,$e=s,gt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){let le=s;for(let f in b){let k=b[f],E=s,Fe=s;if(k&&typeof k=="object"&&
!Array.isArray(k)){if(k.reason===void 0){let _={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalPrope\
rties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:y.properties.needs.additionalProperties.
required,parentSchema:y.properties.needs.additionalProperties,data:k};r===null?r=[_]:r.push(_),s++}if(k.source===void 0){let _={instancePath:t+"/needs/"+f.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must \
have required property 'source'",schema:y.properties.needs.additionalProperties.required,parentSchema:y.properties.needs.additionalProperties,data:k};r===null?r=
[_]:r.push(_),s++}let Z=s;for(let _ in k)if(!(_==="reason"||_==="source")){let q={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/needs/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:y.properties.needs.additionalProperties,data:k};r===null?r=[q]:r.push(q),s++}if(k.reason!==void 0){let _=k.reason,q=s,ie=s;if(typeof _==
"string"){if(ne(_)<1){let ke={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/pr\
operties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.needs.additionalProperties.
properties.reason,data:_};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#\
/properties/needs/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.needs.additionalProperties.
properties.reason.type,parentSchema:y.properties.needs.additionalProperties.properties.reason,data:_};r===null?r=[ke]:r.push(ke),s++}var K=q===s}if(k.source!==void 0){
let _=k.source,q=s,ie=s,ke=s;if(typeof _=="string"){if(ne(_)<1){let ee={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:_};r===null?r=[ee]:
r.push(ee),s++}}else{let ee={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}var F=ie===s,K=q===s}}else{let Z={instancePath:t+"\
/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must \
be object",schema:y.properties.needs.additionalProperties.type,parentSchema:y.properties.needs.additionalProperties,data:k};r===null?r=[Z]:r.push(Z),s++}var ue=E===
s}}else{let le={instancePath:t+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.
needs.type,parentSchema:y.properties.needs,data:b};r===null?r=[le]:r.push(le),s++}var h=$e===s}if(e.lacks!==void 0){let b=e.lacks,$e=s,gt=s;if(b&&typeof b=="obj\
ect"&&!Array.isArray(b)){let le=s;for(let f in b){let k=b[f],E=s,Fe=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.reason===void 0){let _={instancePath:t+"\
/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"reas\
on"},message:"must have required property 'reason'",schema:y.properties.lacks.additionalProperties.required,parentSchema:y.properties.lacks.additionalProperties,
data:k};r===null?r=[_]:r.push(_),s++}if(k.source===void 0){let _={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lac\
ks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.lacks.
additionalProperties.required,parentSchema:y.properties.lacks.additionalProperties,data:k};r===null?r=[_]:r.push(_),s++}let Z=s;for(let _ in k)if(!(_==="reason"||
_==="source")){let q={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.lacks.additionalProperties,
data:k};r===null?r=[q]:r.push(q),s++}if(k.reason!==void 0){let _=k.reason,q=s,ie=s;if(typeof _=="string"){if(ne(_)<1){let ke={instancePath:t+"/lacks/"+f.replace(
/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.lacks.additionalProperties.properties.reason,data:_};r===null?r=[ke]:r.push(ke),s++}}else{
let ke={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.lacks.additionalProperties.properties.reason.type,parentSchema:y.properties.lacks.
additionalProperties.properties.reason,data:_};r===null?r=[ke]:r.push(ke),s++}var j=q===s}if(k.source!==void 0){let _=k.source,q=s,ie=s,ke=s;if(typeof _=="strin\
g"){if(ne(_)<1){let ee={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/lacks/"+
f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,
parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}var fe=ie===s,j=q===s}}else{let Z={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.lacks.additionalProperties.type,
parentSchema:y.properties.lacks.additionalProperties,data:k};r===null?r=[Z]:r.push(Z),s++}var me=E===s}}else{let le={instancePath:t+"/lacks",schemaPath:"#/prope\
rties/lacks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.lacks.type,parentSchema:y.properties.lacks,data:b};r===null?
r=[le]:r.push(le),s++}var h=$e===s}if(e.id!==void 0){let b=e.id,$e=s,gt=s,Bt=s;if(typeof b=="string"){if(!rt.test(b)){let f={instancePath:t+"/id",schemaPath:"#/\
$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+\
$",parentSchema:se,data:b};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:se.type,parentSchema:se,data:b};r===null?r=[f]:r.push(f),s++}var U=gt===s,h=$e===s}if(e.idForm!==void 0){let b=e.idForm,$e=s,gt=s;
if(typeof b=="string"){if(!Bh.test(b)){let le={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/pattern",keyword:"pattern",params:{pattern:"^(?!/)[^{}]*\
(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:y.
properties.idForm,data:b};r===null?r=[le]:r.push(le),s++}}else{let le={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:y.properties.idForm.type,parentSchema:y.properties.idForm,data:b};r===null?r=[le]:r.push(le),s++}var h=$e===s}if(e.queryId!==
void 0){let b=e.queryId,$e=s,gt=s,Bt=s;if(typeof b=="string"){if(!rt.test(b)){let f={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pat\
tern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:b};r===null?
r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:b};r===null?r=[f]:r.push(f),s++}var L=gt===s,h=$e===s}if(e.query!==void 0){let b=e.query,$e=s,gt=s;if(b&&typeof b=="object"&&!Array.isArray(
b)){if(b.method===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"method"},message:"\
must have required property 'method'",schema:y.properties.query.required,parentSchema:y.properties.query,data:b};r===null?r=[k]:r.push(k),s++}if(b.path===void 0){
let k={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:y.properties.query.required,parentSchema:y.properties.query,data:b};r===null?r=[k]:r.push(k),s++}if(b.source===void 0){let k={instancePath:t+"/qu\
ery",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.
query.required,parentSchema:y.properties.query,data:b};r===null?r=[k]:r.push(k),s++}let le=s;for(let k in b)if(!(k==="method"||k==="path"||k==="paths"||k==="at"||
k==="hosts"||k==="body"||k==="source")){let E={instancePath:t+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.query,data:b};r===null?r=[E]:r.push(E),s++}if(b.method!==
void 0){let k=b.method,E=s,Fe=y.properties.query.properties.method.enum;if(!(k==="GET"||k==="POST"||k==="PUT"||k==="DELETE")){let Z={instancePath:t+"/query/meth\
od",schemaPath:"#/properties/query/properties/method/enum",keyword:"enum",params:{allowedValues:y.properties.query.properties.method.enum},message:"must be equa\
l to one of the allowed values",schema:y.properties.query.properties.method.enum,parentSchema:y.properties.query.properties.method,data:k};r===null?r=[Z]:r.push(
Z),s++}var be=E===s}if(b.path!==void 0){let k=b.path,E=s,Fe=s,Z=s;if(typeof k=="string"){if(!Zt.test(k)){let q={instancePath:t+"/query/path",schemaPath:"#/$defs\
/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:k};r===null?r=[q]:r.push(q),s++}}else{
let q={instancePath:t+"/query/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:k};r===null?r=[q]:r.push(q),s++}var xe=Fe===s,be=E===s}if(b.paths!==void 0){let k=b.paths,E=s;Or(k,{instancePath:t+"/query/paths",parentData:b,parentDataProperty:"\
paths",rootData:o,dynamicAnchors:i})||(r=r===null?Or.errors:r.concat(Or.errors),s=r.length);var be=E===s}if(b.at!==void 0){let k=b.at,E=s,Fe=s,Z=s;if(typeof k==
"string"){if(!rt.test(k)){let q={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:k};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/quer\
y/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:k};r===null?r=[q]:r.push(
q),s++}var Y=Fe===s,be=E===s}if(b.hosts!==void 0){let k=b.hosts,E=s,Fe=s;if(Array.isArray(k)){if(k.length<1){let ie={instancePath:t+"/query/hosts",schemaPath:"#\
/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:y.properties.query.
properties.hosts,data:k};r===null?r=[ie]:r.push(ie),s++}let _=!0,q=k.length;for(let ie=0;ie<q;ie++){let ke=k[ie],ve=s,ee=s;if(typeof ke=="string"){if(!Gh.test(ke)){
let G={instancePath:t+"/query/hosts/"+ie,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"pattern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.\
[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:y.properties.query.
properties.hosts.items,data:ke};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/query/hosts/"+ie,schemaPath:"#/properties/query/properties/hosts/item\
s/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.query.properties.hosts.items.type,parentSchema:y.properties.query.properties.
hosts.items,data:ke};r===null?r=[G]:r.push(G),s++}var D=ve===s;D||(_=!1)}}else{let _={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/ho\
sts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.query.properties.hosts.type,parentSchema:y.properties.query.properties.
hosts,data:k};r===null?r=[_]:r.push(_),s++}var be=E===s}if(b.body!==void 0){let k=b.body,E=s;jr(k,{instancePath:t+"/query/body",parentData:b,parentDataProperty:"\
body",rootData:o,dynamicAnchors:i})||(r=r===null?jr.errors:r.concat(jr.errors),s=r.length);var be=E===s}if(b.source!==void 0){let k=b.source,E=s,Fe=s,Z=s;if(typeof k==
"string"){if(ne(k)<1){let q={instancePath:t+"/query/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fe\
wer than 1 characters",schema:1,parentSchema:re,data:k};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:k};r===null?r=[q]:r.push(q),s++}var He=Fe===s,be=E===s}let f;
if(b.at!==void 0&&b.hosts===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"\
at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when property at is present",schema:y.properties.query.dependentRequired,
parentSchema:y.properties.query,data:b};r===null?r=[k]:r.push(k),s++}if(b.hosts!==void 0&&b.at===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties\
/query/dependentRequired",keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,deps:"at"},message:"must have property at when p\
roperty hosts is present",schema:y.properties.query.dependentRequired,parentSchema:y.properties.query,data:b};r===null?r=[k]:r.push(k),s++}}else{let le={instancePath:t+
"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.query.type,parentSchema:y.properties.
query,data:b};r===null?r=[le]:r.push(le),s++}var h=$e===s}if(e.list!==void 0){let b=e.list,$e=s,gt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.path===void 0){
let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'p\
ath'",schema:y.properties.list.required,parentSchema:y.properties.list,data:b};r===null?r=[f]:r.push(f),s++}if(b.filter===void 0){let f={instancePath:t+"/list",
schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"filter"},message:"must have required property 'filter'",schema:y.properties.
list.required,parentSchema:y.properties.list,data:b};r===null?r=[f]:r.push(f),s++}if(b.limit===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/li\
st/required",keyword:"required",params:{missingProperty:"limit"},message:"must have required property 'limit'",schema:y.properties.list.required,parentSchema:y.
properties.list,data:b};r===null?r=[f]:r.push(f),s++}if(b.items===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"require\
d",params:{missingProperty:"items"},message:"must have required property 'items'",schema:y.properties.list.required,parentSchema:y.properties.list,data:b};r===null?
r=[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"sour\
ce"},message:"must have required property 'source'",schema:y.properties.list.required,parentSchema:y.properties.list,data:b};r===null?r=[f]:r.push(f),s++}let le=s;
for(let f in b)if(!(f==="path"||f==="filter"||f==="limit"||f==="items"||f==="within"||f==="source")){let k={instancePath:t+"/list",schemaPath:"#/properties/list\
/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.
list,data:b};r===null?r=[k]:r.push(k),s++}if(b.path!==void 0){let f=b.path,k=s,E=s,Fe=s;if(typeof f=="string"){if(!Zt.test(f)){let Z={instancePath:t+"/list/path",
schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:f};r===null?r=[Z]:r.
push(Z),s++}}else{let Z={instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,
parentSchema:We,data:f};r===null?r=[Z]:r.push(Z),s++}var mt=E===s,Pt=k===s}if(b.filter!==void 0){let f=b.filter,k=s,E=s;if(typeof f=="string"){if(ne(f)<1){let Z={
instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than \
1 characters",schema:1,parentSchema:y.properties.list.properties.filter,data:f};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/list/filter",schemaPath:"\
#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.list.properties.filter.type,parentSchema:y.
properties.list.properties.filter,data:f};r===null?r=[Z]:r.push(Z),s++}var Pt=k===s}if(b.limit!==void 0){let f=b.limit,k=s;if(!(typeof f=="number"&&!(f%1)&&!isNaN(
f))){let Z={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:y.
properties.list.properties.limit.type,parentSchema:y.properties.list.properties.limit,data:f};r===null?r=[Z]:r.push(Z),s++}let E=s;if(typeof f=="number"){if(f>500||
isNaN(f)){let Z={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"maximum",params:{comparison:"<=",limit:500},message:"\
must be <= 500",schema:500,parentSchema:y.properties.list.properties.limit,data:f};r===null?r=[Z]:r.push(Z),s++}if(f<2||isNaN(f)){let Z={instancePath:t+"/list/l\
imit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:y.
properties.list.properties.limit,data:f};r===null?r=[Z]:r.push(Z),s++}}var Pt=k===s}if(b.items!==void 0){let f=b.items,k=s,E=s,Fe=s;if(typeof f=="string"){if(!rt.
test(f)){let _={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match \
pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/list/items",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[_]:r.push(_),s++}var at=E===
s,Pt=k===s}if(b.within!==void 0){let f=b.within,k=s,E=s,Fe=s;if(typeof f=="string"){if(!rt.test(f)){let _={instancePath:t+"/list/within",schemaPath:"#/$defs/poi\
nter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,
data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[_]:r.push(_),s++}var pt=E===s,Pt=k===s}if(b.source!==void 0){let f=b.source,k=s,E=s,Fe=s;if(typeof f==
"string"){if(ne(f)<1){let _={instancePath:t+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have few\
er than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/list/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var Xe=E===s,Pt=k===s}}else{let le={
instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.list.type,parentSchema:y.
properties.list,data:b};r===null?r=[le]:r.push(le),s++}var h=$e===s}if(e.cancel!==void 0){let b=e.cancel,$e=s,gt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){
if(b.method===void 0){let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"mu\
st have required property 'method'",schema:y.properties.cancel.required,parentSchema:y.properties.cancel,data:b};r===null?r=[f]:r.push(f),s++}if(b.path===void 0){
let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"path"},message:"must have required propert\
y 'path'",schema:y.properties.cancel.required,parentSchema:y.properties.cancel,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+
"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.
properties.cancel.required,parentSchema:y.properties.cancel,data:b};r===null?r=[f]:r.push(f),s++}let le=s;for(let f in b)if(!(f==="method"||f==="path"||f==="bod\
y"||f==="from"||f==="proves"||f==="source")){let k={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel,data:b};r===null?r=[k]:r.push(k),s++}if(b.
method!==void 0){let f=b.method,k=s,E=y.properties.cancel.properties.method.enum;if(!(f==="GET"||f==="POST"||f==="PUT"||f==="DELETE")){let Fe={instancePath:t+"/\
cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:y.properties.cancel.properties.method.enum},message:"\
must be equal to one of the allowed values",schema:y.properties.cancel.properties.method.enum,parentSchema:y.properties.cancel.properties.method,data:f};r===null?
r=[Fe]:r.push(Fe),s++}var tt=k===s}if(b.path!==void 0){let f=b.path,k=s,E=s,Fe=s;if(typeof f=="string"){if(!Zt.test(f)){let _={instancePath:t+"/cancel/path",schemaPath:"\
#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:f};r===null?r=[_]:r.push(_),s++}}else{
let _={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:f};r===null?r=[_]:r.push(_),s++}var Fr=E===s,tt=k===s}if(b.body!==void 0){let f=b.body,k=s;jr(f,{instancePath:t+"/cancel/body",parentData:b,parentDataProperty:"\
body",rootData:o,dynamicAnchors:i})||(r=r===null?jr.errors:r.concat(jr.errors),s=r.length);var tt=k===s}if(b.from!==void 0){let f=b.from,k=s,E=s;if(f&&typeof f==
"object"&&!Array.isArray(f)){if(f.words===void 0){let _={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"requir\
ed",params:{missingProperty:"words"},message:"must have required property 'words'",schema:y.properties.cancel.properties.from.required,parentSchema:y.properties.
cancel.properties.from,data:f};r===null?r=[_]:r.push(_),s++}if(f.source===void 0){let _={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/propertie\
s/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.cancel.properties.from.
required,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[_]:r.push(_),s++}let Z=s;for(let _ in f)if(!(_==="words"||_==="source")){let q={instancePath:t+
"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must \
NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[q]:r.push(q),s++}if(f.words!==void 0){let _=f.words,
q=s,ie=s,ke=s;if(Array.isArray(_)){if(_.length<1){let Qe={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:wt,data:_};r===null?r=[Qe]:r.push(Qe),s++}let ve=!0,ee=_.length;for(let Qe=0;Qe<ee;Qe++){let Ae=_[Qe],
he=s,_e=s;if(typeof Ae=="string"){if(ne(Ae)<1){let Et={instancePath:t+"/cancel/from/words/"+Qe,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:wt.items,data:Ae};r===null?r=[Et]:r.push(Et),s++}}else{let Et={instancePath:t+"/c\
ancel/from/words/"+Qe,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:wt.items.type,parentSchema:wt.
items,data:Ae};r===null?r=[Et]:r.push(Et),s++}var Vr=he===s;Vr||(ve=!1)}let G,Je=_.length,nt;if(G=!0,Je>1){let Qe={};for(;Je--;){let Ae=_[Je];if(typeof Ae=="str\
ing"){if(typeof Qe[Ae]=="number"){nt=Qe[Ae];let he={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:Je,
j:nt},message:"must NOT have duplicate items (items ## "+nt+" and "+Je+" are identical)",schema:!0,parentSchema:wt,data:_};r===null?r=[he]:r.push(he),s++,G=!1;break}
Qe[Ae]=Je}}}}else{let ve={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wt.
type,parentSchema:wt,data:_};r===null?r=[ve]:r.push(ve),s++}var jt=ie===s,Mo=q===s}if(f.source!==void 0){let _=f.source,q=s,ie=s,ke=s;if(typeof _=="string"){if(ne(
_)<1){let ee={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than \
1 characters",schema:1,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}var mc=ie===s,Mo=q===s}}else{
let Z={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.
properties.cancel.properties.from.type,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[Z]:r.push(Z),s++}var tt=k===s}if(b.proves!==void 0){
let f=b.proves,k=s,E=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(f).length<2){let _={instancePath:t+"/cancel/proves",schemaPath:"#/properties/\
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
properties.answer,data:_};r===null?r=[ee]:r.push(ee),s++}if(_.at!==void 0){let ve=_.at,ee=s,G=s,Je=s;if(typeof ve=="string"){if(!rt.test(ve)){let nt={instancePath:t+
"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]\
|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:ve};r===null?r=[nt]:r.push(nt),s++}}else{let nt={instancePath:t+"/cancel/proves/answer/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:ve};r===null?r=[nt]:r.push(nt),s++}var fc=G===
s,hc=ee===s}if(_.words!==void 0){let ve=_.words,ee=s,G=s,Je=s;if(Array.isArray(ve)){if(ve.length<1){let yt={instancePath:t+"/cancel/proves/answer/words",schemaPath:"\
#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:wt,data:ve};r===null?r=[yt]:r.push(
yt),s++}let Qe=!0,Ae=ve.length;for(let yt=0;yt<Ae;yt++){let $t=ve[yt],Kt=s,Dr=s;if(typeof $t=="string"){if(ne($t)<1){let zr={instancePath:t+"/cancel/proves/answ\
er/words/"+yt,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:wt.
items,data:$t};r===null?r=[zr]:r.push(zr),s++}}else{let zr={instancePath:t+"/cancel/proves/answer/words/"+yt,schemaPath:"#/$defs/words/items/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:wt.items.type,parentSchema:wt.items,data:$t};r===null?r=[zr]:r.push(zr),s++}var Ss=Kt===s;Ss||(Qe=!1)}let he,
_e=ve.length,Et;if(he=!0,_e>1){let yt={};for(;_e--;){let $t=ve[_e];if(typeof $t=="string"){if(typeof yt[$t]=="number"){Et=yt[$t];let Kt={instancePath:t+"/cancel\
/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:_e,j:Et},message:"must NOT have duplicate items (items ## "+Et+" an\
d "+_e+" are identical)",schema:!0,parentSchema:wt,data:ve};r===null?r=[Kt]:r.push(Kt),s++,he=!1;break}yt[$t]=_e}}}}else{let Qe={instancePath:t+"/cancel/proves/\
answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wt.type,parentSchema:wt,data:ve};r===null?r=[Qe]:
r.push(Qe),s++}var Sh=G===s,hc=ee===s}}else{let ke={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.properties.proves.properties.answer.type,parentSchema:y.properties.
cancel.properties.proves.properties.answer,data:_};r===null?r=[ke]:r.push(ke),s++}var $r=q===s}if(f.query!==void 0){let _=f.query,q=s,ie=s,ke=s;if(Array.isArray(
_)){if(_.length<1){let Ae={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have \
fewer than 1 items",schema:1,parentSchema:wt,data:_};r===null?r=[Ae]:r.push(Ae),s++}let ee=!0,G=_.length;for(let Ae=0;Ae<G;Ae++){let he=_[Ae],_e=s,Et=s;if(typeof he==
"string"){if(ne(he)<1){let yt={instancePath:t+"/cancel/proves/query/"+Ae,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:wt.items,data:he};r===null?r=[yt]:r.push(yt),s++}}else{let yt={instancePath:t+"/cancel/proves/query\
/"+Ae,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:wt.items.type,parentSchema:wt.items,data:he};r===
null?r=[yt]:r.push(yt),s++}var yc=_e===s;yc||(ee=!1)}let Je,nt=_.length,Qe;if(Je=!0,nt>1){let Ae={};for(;nt--;){let he=_[nt];if(typeof he=="string"){if(typeof Ae[he]==
"number"){Qe=Ae[he];let _e={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:nt,j:Qe},message:"must \
NOT have duplicate items (items ## "+Qe+" and "+nt+" are identical)",schema:!0,parentSchema:wt,data:_};r===null?r=[_e]:r.push(_e),s++,Je=!1;break}Ae[he]=nt}}}}else{
let ee={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wt.type,parentSchema:wt,
data:_};r===null?r=[ee]:r.push(ee),s++}var _h=ie===s,$r=q===s}if(f.source!==void 0){let _=f.source,q=s,ie=s,ke=s;if(typeof _=="string"){if(ne(_)<1){let ee={instancePath:t+
"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:_};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}var gc=ie===s,$r=q===s}}else{let Z={instancePath:t+"/cancel/prove\
s",schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.properties.
proves.type,parentSchema:y.properties.cancel.properties.proves,data:f};r===null?r=[Z]:r.push(Z),s++}var tt=k===s}if(b.source!==void 0){let f=b.source,k=s,E=s,Fe=s;
if(typeof f=="string"){if(ne(f)<1){let _={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/cancel/source",schemaPath:"#/$d\
efs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var Sr=E===s,
tt=k===s}}else{let le={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.
cancel.type,parentSchema:y.properties.cancel,data:b};r===null?r=[le]:r.push(le),s++}var h=$e===s}if(e.status!==void 0){let b=e.status,$e=s,gt=s;if(b&&typeof b==
"object"&&!Array.isArray(b)){if(b.at===void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:y.properties.status.required,parentSchema:y.properties.status,data:b};r===null?r=[f]:r.push(f),s++}if(b.states===
void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have requir\
ed property 'states'",schema:y.properties.status.required,parentSchema:y.properties.status,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+
"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.
properties.status.required,parentSchema:y.properties.status,data:b};r===null?r=[f]:r.push(f),s++}let le=s;for(let f in b)if(!(f==="at"||f==="states"||f==="as"||
f==="absent"||f==="cases"||f==="source")){let k={instancePath:t+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.status,data:b};r===null?r=[k]:r.push(k),s++}if(b.at!==void 0){
let f=b.at,k=s,E=s,Fe=s;if(typeof f=="string"){if(!rt.test(f)){let Z={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[Z]:r.push(
Z),s++}}else{let Z={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,
parentSchema:se,data:f};r===null?r=[Z]:r.push(Z),s++}var xh=E===s,_s=k===s}if(b.states!==void 0){let f=b.states,k=s,E=s;if(f&&typeof f=="object"&&!Array.isArray(
f)){if(Object.keys(f).length<1){let _={instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",
params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:y.properties.status.properties.states,data:f};r===null?r=[_]:r.push(_),s++}
let Z=s;for(let _ in f){let q=f[_],ie=s,ke=s,ve=Gt.enum;if(!(q==="queued"||q==="processing"||q==="completed"||q==="failed"||q==="expired"||q==="cancelled"||q===
"unknown")){let ee={instancePath:t+"/status/states/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Gt.
enum},message:"must be equal to one of the allowed values",schema:Gt.enum,parentSchema:Gt,data:q};r===null?r=[ee]:r.push(ee),s++}var qh=ke===s,ca=ie===s}}else{let Z={
instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.
properties.status.properties.states.type,parentSchema:y.properties.status.properties.states,data:f};r===null?r=[Z]:r.push(Z),s++}var _s=k===s}if(b.as!==void 0){
let f=b.as,k=s,E=y.properties.status.properties.as.enum;if(!(f==="number"||f==="boolean")){let Z={instancePath:t+"/status/as",schemaPath:"#/properties/status/pr\
operties/as/enum",keyword:"enum",params:{allowedValues:y.properties.status.properties.as.enum},message:"must be equal to one of the allowed values",schema:y.properties.
status.properties.as.enum,parentSchema:y.properties.status.properties.as,data:f};r===null?r=[Z]:r.push(Z),s++}var _s=k===s}if(b.absent!==void 0){let f=b.absent,
k=s,E=s,Fe=Gt.enum;if(!(f==="queued"||f==="processing"||f==="completed"||f==="failed"||f==="expired"||f==="cancelled"||f==="unknown")){let _={instancePath:t+"/s\
tatus/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Gt.enum},message:"must be equal to one of the allowed values",schema:Gt.enum,
parentSchema:Gt,data:f};r===null?r=[_]:r.push(_),s++}var Oh=E===s,_s=k===s}if(b.cases!==void 0){let f=b.cases,k=s,E=s;if(Array.isArray(f)){if(f.length<1){let q={
instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than \
1 items",schema:1,parentSchema:y.properties.status.properties.cases,data:f};r===null?r=[q]:r.push(q),s++}let Z=!0,_=f.length;for(let q=0;q<_;q++){let ie=f[q],ke=s,
ve=s;if(ie&&typeof ie=="object"&&!Array.isArray(ie)){if(ie.when===void 0){let G={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/ca\
ses/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:y.properties.status.properties.cases.
items.required,parentSchema:y.properties.status.properties.cases.items,data:ie};r===null?r=[G]:r.push(G),s++}if(ie.means===void 0){let G={instancePath:t+"/statu\
s/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"means"},message:"must have required pro\
perty 'means'",schema:y.properties.status.properties.cases.items.required,parentSchema:y.properties.status.properties.cases.items,data:ie};r===null?r=[G]:r.push(
G),s++}let ee=s;for(let G in ie)if(!(G==="when"||G==="means")){let Je={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/\
additionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.
status.properties.cases.items,data:ie};r===null?r=[Je]:r.push(Je),s++}if(ie.when!==void 0){let G=ie.when,Je=s,nt=s;if(Array.isArray(G)){if(G.length<1){let he={instancePath:t+
"/status/cases/"+q+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"minItems",params:{limit:1},message:"must NO\
T have fewer than 1 items",schema:1,parentSchema:y.properties.status.properties.cases.items.properties.when,data:G};r===null?r=[he]:r.push(he),s++}let Qe=!0,Ae=G.
length;for(let he=0;he<Ae;he++){let _e=G[he],Et=s,yt=s,$t=s,Kt=!1,Dr=null,zr=s;if(_e&&typeof _e=="object"&&!Array.isArray(_e)&&_e.is===void 0){let It={instancePath:t+
"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
is"},message:"must have required property 'is'",schema:y.properties.status.properties.cases.items.properties.when.items.oneOf[0].required,parentSchema:y.properties.
status.properties.cases.items.properties.when.items.oneOf[0],data:_e};r===null?r=[It]:r.push(It),s++}var yr=zr===s;yr&&(Kt=!0,Dr=0);let Pc=s;if(_e&&typeof _e=="\
object"&&!Array.isArray(_e)&&_e.present===void 0){let It={instancePath:t+"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/p\
roperties/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property 'present'",schema:y.properties.
status.properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:y.properties.status.properties.cases.items.properties.when.items.oneOf[1],data:_e};
r===null?r=[It]:r.push(It),s++}var yr=Pc===s;if(yr&&Kt?(Kt=!1,Dr=[Dr,1]):yr&&(Kt=!0,Dr=1),Kt)s=$t,r!==null&&($t?r.length=$t:r=null);else{let It={instancePath:t+
"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:Dr},message:"\
must match exactly one schema in oneOf",schema:y.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:y.properties.status.properties.
cases.items.properties.when.items,data:_e};r===null?r=[It]:r.push(It),s++}if(_e&&typeof _e=="object"&&!Array.isArray(_e)){if(_e.at===void 0){let bt={instancePath:t+
"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:y.properties.status.properties.cases.items.properties.when.items.required,parentSchema:y.properties.status.
properties.cases.items.properties.when.items,data:_e};r===null?r=[bt]:r.push(bt),s++}let It=s;for(let bt in _e)if(!(bt==="at"||bt==="is"||bt==="present")){let gr={
instancePath:t+"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalProperties",keyword:"additi\
onalProperties",params:{additionalProperty:bt},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.status.properties.cases.items.properties.
when.items,data:_e};r===null?r=[gr]:r.push(gr),s++}if(_e.at!==void 0){let bt=_e.at,gr=s,la=s,on=s;if(typeof bt=="string"){if(!rt.test(bt)){let l={instancePath:t+
"/status/cases/"+q+"/when/"+he+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:bt};r===null?r=[l]:r.push(l),s++}}else{let l={instancePath:t+"/status/cases/"+q+"/whe\
n/"+he+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:bt};r===null?r=
[l]:r.push(l),s++}var jh=la===s,ns=gr===s}if(_e.is!==void 0){let bt=_e.is,gr=s,la=s;if(Array.isArray(bt)){if(bt.length<1){let l={instancePath:t+"/status/cases/"+
q+"/when/"+he+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.is,data:bt};r===null?r=[l]:r.
push(l),s++}}else{let l={instancePath:t+"/status/cases/"+q+"/when/"+he+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/proper\
ties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.status.properties.cases.items.properties.when.items.properties.is.
type,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.is,data:bt};r===null?r=[l]:r.push(l),s++}var ns=gr===s}if(_e.present!==
void 0){let bt=_e.present,gr=s;if(typeof bt!="boolean"){let l={instancePath:t+"/status/cases/"+q+"/when/"+he+"/present",schemaPath:"#/properties/status/properti\
es/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:y.properties.status.properties.
cases.items.properties.when.items.properties.present.type,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.present,data:bt};
r===null?r=[l]:r.push(l),s++}let la=s;var ns=gr===s}}else{let It={instancePath:t+"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases\
/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.status.properties.cases.items.properties.when.
items.type,parentSchema:y.properties.status.properties.cases.items.properties.when.items,data:_e};r===null?r=[It]:r.push(It),s++}var bc=Et===s;bc||(Qe=!1)}}else{
let Qe={instancePath:t+"/status/cases/"+q+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/type",keyword:"type",params:{type:"arra\
y"},message:"must be array",schema:y.properties.status.properties.cases.items.properties.when.type,parentSchema:y.properties.status.properties.cases.items.properties.
when,data:G};r===null?r=[Qe]:r.push(Qe),s++}var wc=Je===s}if(ie.means!==void 0){let G=ie.means,Je=s,nt=s,Qe=Gt.enum;if(!(G==="queued"||G==="processing"||G==="co\
mpleted"||G==="failed"||G==="expired"||G==="cancelled"||G==="unknown")){let he={instancePath:t+"/status/cases/"+q+"/means",schemaPath:"#/$defs/state/enum",keyword:"\
enum",params:{allowedValues:Gt.enum},message:"must be equal to one of the allowed values",schema:Gt.enum,parentSchema:Gt,data:G};r===null?r=[he]:r.push(he),s++}
var Th=nt===s,wc=Je===s}}else{let ee={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:y.properties.status.properties.cases.items.type,parentSchema:y.properties.status.properties.cases.items,data:ie};r===null?
r=[ee]:r.push(ee),s++}var vc=ke===s;vc||(Z=!1)}}else{let Z={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:y.properties.status.properties.cases.type,parentSchema:y.properties.status.properties.cases,data:f};r===null?
r=[Z]:r.push(Z),s++}var _s=k===s}if(b.source!==void 0){let f=b.source,k=s,E=s,Fe=s;if(typeof f=="string"){if(ne(f)<1){let _={instancePath:t+"/status/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.
push(_),s++}}else{let _={instancePath:t+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var da=E===s,_s=k===s}}else{let le={instancePath:t+"/status",schemaPath:"#/properties/status/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:y.properties.status.type,parentSchema:y.properties.status,data:b};r===null?r=[le]:r.push(le),s++}var h=$e===
s}if(e.progress!==void 0){let b=e.progress,$e=s,gt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.at===void 0){let f={instancePath:t+"/progress",schemaPath:"\
#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:y.properties.progress.required,
parentSchema:y.properties.progress,data:b};r===null?r=[f]:r.push(f),s++}if(b.of===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/re\
quired",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:y.properties.progress.required,parentSchema:y.properties.
progress,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"requi\
red",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.progress.required,parentSchema:y.properties.progress,data:b};
r===null?r=[f]:r.push(f),s++}let le=s;for(let f in b)if(!(f==="at"||f==="of"||f==="source")){let k={instancePath:t+"/progress",schemaPath:"#/properties/progress\
/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.
progress,data:b};r===null?r=[k]:r.push(k),s++}if(b.at!==void 0){let f=b.at,k=s,E=s,Fe=s;if(typeof f=="string"){if(!rt.test(f)){let Z={instancePath:t+"/progress/\
at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^\
(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[Z]:r.push(Z),s++}var Lo=E===s,Fo=k===s}if(b.of!==void 0){
let f=b.of,k=s,E=s;if(typeof f=="number"){if(f<=0||isNaN(f)){let Z={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinim\
um",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:y.properties.progress.properties.of,data:f};r===null?
r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"\
must be number",schema:y.properties.progress.properties.of.type,parentSchema:y.properties.progress.properties.of,data:f};r===null?r=[Z]:r.push(Z),s++}var Fo=k===
s}if(b.source!==void 0){let f=b.source,k=s,E=s,Fe=s;if(typeof f=="string"){if(ne(f)<1){let _={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/minLe\
ngth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={
instancePath:t+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,
data:f};r===null?r=[_]:r.push(_),s++}var Ah=E===s,Fo=k===s}}else{let le={instancePath:t+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:y.properties.progress.type,parentSchema:y.properties.progress,data:b};r===null?r=[le]:r.push(le),s++}var h=$e===s}
if(e.results!==void 0){let b=e.results,$e=s;os(b,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(r=r===null?
os.errors:r.concat(os.errors),s=r.length);var h=$e===s}if(e.message!==void 0){let b=e.message,$e=s;xt(b,{instancePath:t+"/message",parentData:e,parentDataProperty:"\
message",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var h=$e===s}if(e.code!==void 0){let b=e.code,$e=s;xt(b,{instancePath:t+
"/code",parentData:e,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var h=$e===s}if(e.seconds!==
void 0){let b=e.seconds,$e=s,gt=s,Bt=s;if(typeof b=="string"){if(!rt.test(b)){let f={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pat\
tern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:b};r===null?
r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:b};r===null?r=[f]:r.push(f),s++}var Ur=gt===s,h=$e===s}if(e.secondsAs!==void 0){let b=e.secondsAs,$e=s;if(b!=="string"){let Bt={instancePath:t+
"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:y.
properties.secondsAs,data:b};r===null?r=[Bt]:r.push(Bt),s++}var h=$e===s}if(e.usage!==void 0){let b=e.usage,$e=s,gt=s;if(Array.isArray(b)){let le=!0,f=b.length;
for(let k=0;k<f;k++){let E=b[k],Fe=s,Z=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.at===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/properti\
es/usage/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:y.properties.usage.items.required,parentSchema:y.
properties.usage.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.unit===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/required",
keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:y.properties.usage.items.required,parentSchema:y.properties.
usage.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.source===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.usage.items.required,parentSchema:y.properties.usage.
items,data:E};r===null?r=[q]:r.push(q),s++}let _=s;for(let q in E)if(!(q==="at"||q==="unit"||q==="source")){let ie={instancePath:t+"/usage/"+k,schemaPath:"#/pro\
perties/usage/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},message:"must NOT have additional properties",schema:!1,parentSchema:y.
properties.usage.items,data:E};r===null?r=[ie]:r.push(ie),s++}if(E.at!==void 0){let q=E.at,ie=s,ke=s,ve=s;if(typeof q=="string"){if(!rt.test(q)){let ee={instancePath:t+
"/usage/"+k+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)\
+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:q};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/usage/"+k+"/at",schemaPath:"#/$defs/poi\
nter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:q};r===null?r=[ee]:r.push(ee),s++}var kc=ke===s,Vo=ie===
s}if(E.unit!==void 0){let q=E.unit,ie=s,ke=s;if(typeof q=="string"){if(ne(q)<1){let ee={instancePath:t+"/usage/"+k+"/unit",schemaPath:"#/properties/usage/items/\
properties/unit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.usage.items.properties.
unit,data:q};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/usage/"+k+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:y.properties.usage.items.properties.unit.type,parentSchema:y.properties.usage.items.properties.unit,
data:q};r===null?r=[ee]:r.push(ee),s++}var Vo=ie===s}if(E.source!==void 0){let q=E.source,ie=s,ke=s,ve=s;if(typeof q=="string"){if(ne(q)<1){let G={instancePath:t+
"/usage/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:q};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/usage/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:q};r===null?r=[G]:r.push(G),s++}var Nh=ke===s,Vo=ie===s}}else{let _={instancePath:t+"/usage/"+k,schemaPath:"\
#/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.usage.items.type,parentSchema:y.properties.usage.
items,data:E};r===null?r=[_]:r.push(_),s++}var Uo=Fe===s;Uo||(le=!1)}}else{let le={instancePath:t+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:y.properties.usage.type,parentSchema:y.properties.usage,data:b};r===null?r=[le]:r.push(le),s++}var h=$e===s}if(e.told!==
void 0){let b=e.told,$e=s,gt=s;if(Array.isArray(b)){let le=!0,f=b.length;for(let k=0;k<f;k++){let E=b[k],Fe=s,Z=s,_=s,q=!1,ie=null,ke=s;if(E&&typeof E=="object"&&
!Array.isArray(E)&&E.link===void 0){let ee={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
link"},message:"must have required property 'link'",schema:y.properties.told.items.oneOf[0].required,parentSchema:y.properties.told.items.oneOf[0],data:E};r===null?
r=[ee]:r.push(ee),s++}var _r=ke===s;_r&&(q=!0,ie=0);let ve=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.constant===void 0){let ee={instancePath:t+"/told/"+k,
schemaPath:"#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:y.
properties.told.items.oneOf[1].required,parentSchema:y.properties.told.items.oneOf[1],data:E};r===null?r=[ee]:r.push(ee),s++}var _r=ve===s;if(_r&&q)q=!1,ie=[ie,
1];else{_r&&(q=!0,ie=1);let ee=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.fact===void 0){let Je={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/i\
tems/oneOf/2/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:y.properties.told.items.oneOf[2].required,
parentSchema:y.properties.told.items.oneOf[2],data:E};r===null?r=[Je]:r.push(Je),s++}var _r=ee===s;_r&&q?(q=!1,ie=[ie,2]):_r&&(q=!0,ie=2)}if(q)s=_,r!==null&&(_?
r.length=_:r=null);else{let ee={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:ie},message:"must ma\
tch exactly one schema in oneOf",schema:y.properties.told.items.oneOf,parentSchema:y.properties.told.items,data:E};r===null?r=[ee]:r.push(ee),s++}if(E&&typeof E==
"object"&&!Array.isArray(E)){if(E.at===void 0){let G={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,data:E};r===null?r=[G]:r.push(G),s++}
if(E.in===void 0){let G={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"in"},message:"must \
have required property 'in'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,data:E};r===null?r=[G]:r.push(G),s++}if(E.source===void 0){
let G={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required \
property 'source'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,data:E};r===null?r=[G]:r.push(G),s++}let ee=s;for(let G in E)if(!(G===
"at"||G==="in"||G==="link"||G==="constant"||G==="fact"||G==="source")){let Je={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/additionalPropertie\
s",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.told.items,data:E};
r===null?r=[Je]:r.push(Je),s++}if(E.at!==void 0){let G=E.at,Je=s,nt=s,Qe=s;if(typeof G=="string"){if(!rt.test(G)){let Ae={instancePath:t+"/told/"+k+"/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:se,data:G};r===null?r=[Ae]:r.push(Ae),s++}}else{let Ae={instancePath:t+"/told/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:G};r===null?r=[Ae]:r.push(Ae),s++}var Rh=nt===s,xr=Je===s}if(E.in!==void 0){let G=E.
in,Je=s,nt=y.properties.told.items.properties.in.enum;if(!(G==="submit"||G==="query"||G==="both")){let Ae={instancePath:t+"/told/"+k+"/in",schemaPath:"#/propert\
ies/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:y.properties.told.items.properties.in.enum},message:"must be equal to one of the allowed\
 values",schema:y.properties.told.items.properties.in.enum,parentSchema:y.properties.told.items.properties.in,data:G};r===null?r=[Ae]:r.push(Ae),s++}var xr=Je===
s}if(E.link!==void 0){let G=E.link,Je=s,nt=s;if(G&&typeof G=="object"&&!Array.isArray(G)){if(G.path===void 0){let he={instancePath:t+"/told/"+k+"/link",schemaPath:"\
#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.
told.items.properties.link.required,parentSchema:y.properties.told.items.properties.link,data:G};r===null?r=[he]:r.push(he),s++}let Ae=s;for(let he in G)if(he!==
"path"){let _e={instancePath:t+"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:he},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.told.items.properties.link,data:G};r===null?r=[_e]:r.push(
_e),s++}if(G.path!==void 0){let he=G.path,_e=s,Et=s,yt=s;if(typeof he=="string"){if(!Zt.test(he)){let $t={instancePath:t+"/told/"+k+"/link/path",schemaPath:"#/$\
defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:he};r===null?r=[$t]:r.push($t),s++}}else{
let $t={instancePath:t+"/told/"+k+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:he};r===null?r=[$t]:r.push($t),s++}var Eh=Et===s,Ih=_e===s}}else{let Ae={instancePath:t+"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/l\
ink/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.told.items.properties.link.type,parentSchema:y.properties.told.items.
properties.link,data:G};r===null?r=[Ae]:r.push(Ae),s++}var xr=Je===s}if(E.fact!==void 0){let G=E.fact,Je=s,nt=y.properties.told.items.properties.fact.enum;if(!(G===
"id"||G==="model"||G==="created")){let Ae={instancePath:t+"/told/"+k+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:y.
properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:y.properties.told.items.properties.fact.enum,parentSchema:y.
properties.told.items.properties.fact,data:G};r===null?r=[Ae]:r.push(Ae),s++}var xr=Je===s}if(E.source!==void 0){let G=E.source,Je=s,nt=s,Qe=s;if(typeof G=="str\
ing"){if(ne(G)<1){let he={instancePath:t+"/told/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have \
fewer than 1 characters",schema:1,parentSchema:re,data:G};r===null?r=[he]:r.push(he),s++}}else{let he={instancePath:t+"/told/"+k+"/source",schemaPath:"#/$defs/s\
ource/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:G};r===null?r=[he]:r.push(he),s++}var Mh=nt===s,xr=Je===
s}}else{let ee={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.
told.items.type,parentSchema:y.properties.told.items,data:E};r===null?r=[ee]:r.push(ee),s++}var ua=Fe===s;ua||(le=!1)}}else{let le={instancePath:t+"/told",schemaPath:"\
#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.told.type,parentSchema:y.properties.told,data:b};r===null?
r=[le]:r.push(le),s++}var h=$e===s}let Lh;if(e.list!==void 0){if(e.id===void 0){let b={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequire\
d",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:y.dependentRequired,
parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}if(e.query===void 0){let b={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{
property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:y.dependentRequired,
parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}}}else{let Jr={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:y.type,parentSchema:y,data:e};r===null?r=[Jr]:r.push(Jr),s++}return Lt.errors=r,s===0}Lt.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function pn(e,{
instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=pn.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&
(p.items=void 0);let m=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.protocol===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"protocol"},message:"must have required property 'protocol'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.title===
void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"title"},message:"must have required property 'title'",schema:c.
required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.description===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"description"},message:"must have required property 'description'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.sources===
void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},message:"must have required property 'sources'",schema:c.
required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.baseUrl===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
baseUrl"},message:"must have required property 'baseUrl'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.authentication===void 0){let l={
instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authentication"},message:"must have required property 'authentication'",schema:c.
required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.deadline===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
deadline"},message:"must have required property 'deadline'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.poll===void 0){let l={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"must have required property 'poll'",schema:c.required,parentSchema:c,data:e};
r===null?r=[l]:r.push(l),s++}if(e.operations===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"\
must have required property 'operations'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.errors===void 0){let l={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"errors"},message:"must have required property 'errors'",schema:c.required,parentSchema:c,data:e};r===null?
r=[l]:r.push(l),s++}let on=s;for(let l in e)if(!ya.call(c.properties,l)){let qe={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:c,data:e};r===null?r=[qe]:r.push(qe),s++}if(e.$schema!==void 0){
let l=e.$schema,qe=s;if(typeof l!="string"){let ir={instancePath:t+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:c.properties.$schema.type,parentSchema:c.properties.$schema,data:l};r===null?r=[ir]:r.push(ir),s++}let St=s;var u=qe===s}if(e.$comment!==
void 0){let l=e.$comment,qe=s,St=s,ir=s;if(typeof l=="string"){if(ne(l)<1){let d={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Tr,data:l};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Tr.type,parentSchema:Tr,data:l};r===null?r=[
d]:r.push(d),s++}var h=St===s,u=qe===s}if(e.protocol!==void 0){let l=e.protocol,qe=s,St=s;if(typeof l=="string"){if(!_c.test(l)){let X={instancePath:t+"/protoco\
l",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[\
a-z][a-z0-9-]*$",parentSchema:c.properties.protocol,data:l};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/protocol",schemaPath:"#/properties/protoc\
ol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.protocol.type,parentSchema:c.properties.protocol,data:l};r===null?r=
[X]:r.push(X),s++}var u=qe===s}if(e.title!==void 0){let l=e.title,qe=s,St=s;if(typeof l=="string"){if(ne(l)<1){let X={instancePath:t+"/title",schemaPath:"#/prop\
erties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.title,data:l};r===
null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.title.type,parentSchema:c.properties.title,data:l};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.description!==void 0){let l=e.description,
qe=s,St=s;if(typeof l=="string"){if(ne(l)<1){let X={instancePath:t+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.description,data:l};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+
"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.description.type,parentSchema:c.
properties.description,data:l};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.sources!==void 0){let l=e.sources,qe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(
l)){if(Object.keys(l).length<1){let d={instancePath:t+"/sources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.sources,data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l){let A=l[d],ae=s,ge=s,
H=!1,w=null,V=s,te=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.package===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~\
1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required pr\
operty 'package'",schema:c.properties.sources.additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:A};r===
null?r=[v]:r.push(v),s++}if(A.version===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/addi\
tionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"must have required property 'version'",schema:c.properties.sources.
additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:A};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in A)
if(!(v==="package"||v==="version")){let I={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProper\
ties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.sources.additionalProperties.oneOf[0],data:A};r===null?r=[I]:r.push(I),s++}if(A.package!==void 0){let v=A.package,I=s,W=s;if(typeof v=="string"){if(ne(
v)<1){let N={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/proper\
ties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.sources.additionalProperties.
oneOf[0].properties.package,data:v};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/package/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.package.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.package,data:v};r===null?r=[N]:
r.push(N),s++}var $=I===s}if(A.version!==void 0){let v=A.version,I=s,W=s;if(typeof v=="string"){if(!Wh.test(v)){let J={instancePath:t+"/sources/"+d.replace(/~/g,
"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"\
^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:c.properties.sources.additionalProperties.oneOf[0].
properties.version,data:v};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/version/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.version.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.version,data:v};r===null?r=[J]:
r.push(J),s++}var $=I===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties\
/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[0].type,parentSchema:c.properties.
sources.additionalProperties.oneOf[0],data:A};r===null?r=[g]:r.push(g),s++}var x=V===s;if(x){H=!0,w=0;var S=!0}let Q=s,P=s;if(A&&typeof A=="object"&&!Array.isArray(
A)){if(A.document===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/one\
Of/1/required",keyword:"required",params:{missingProperty:"document"},message:"must have required property 'document'",schema:c.properties.sources.additionalProperties.
oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[v]:r.push(v),s++}if(A.url===void 0){let v={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"\
url"},message:"must have required property 'url'",schema:c.properties.sources.additionalProperties.oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.
oneOf[1],data:A};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in A)if(!(v==="document"||v==="url")){let I={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[I]:r.push(I),s++}if(A.document!==
void 0){let v=A.document,I=s,W=s;if(typeof v=="string"){if(ne(v)<1){let N={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.document,data:v};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.oneOf[1].properties.document.type,parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.document,data:v};r===null?r=[N]:r.push(N),s++}var O=I===s}if(A.url!==void 0){let v=A.url,I=s,W=s;if(typeof v=="\
string"){if(!xc.test(v)){let J={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties\
/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.url,data:v};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,
"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.
properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.url,data:v};r===
null?r=[J]:r.push(J),s++}var O=I===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additiona\
lProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[1].type,parentSchema:c.
properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[g]:r.push(g),s++}var x=Q===s;if(x&&H?(H=!1,w=[w,1]):x&&(H=!0,w=1,S!==!0&&(S=!0)),H)s=ge,r!==
null&&(ge?r.length=ge:r=null);else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropert\
ies/oneOf",keyword:"oneOf",params:{passingSchemas:w},message:"must match exactly one schema in oneOf",schema:c.properties.sources.additionalProperties.oneOf,parentSchema:c.
properties.sources.additionalProperties,data:A};r===null?r=[g]:r.push(g),s++}var T=ae===s}}else{let X={instancePath:t+"/sources",schemaPath:"#/properties/source\
s/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.type,parentSchema:c.properties.sources,data:l};r===null?r=[X]:
r.push(X),s++}var u=qe===s}if(e.baseUrl!==void 0){let l=e.baseUrl,qe=s,St=s;if(typeof l=="string"){if(!Ch.test(l)){let X={instancePath:t+"/baseUrl",schemaPath:"\
#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^h\
ttps://[^/]+(/.*[^/])?$",parentSchema:c.properties.baseUrl,data:l};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/baseUrl",schemaPath:"#/properties/\
baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.baseUrl.type,parentSchema:c.properties.baseUrl,data:l};r===null?
r=[X]:r.push(X),s++}var u=qe===s}if(e.authentication!==void 0){let l=e.authentication,qe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.in===void 0){let d={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"in"},message:"must have required \
property 'in'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:l};r===null?r=[d]:r.push(d),s++}if(l.name===void 0){let d={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"name"},message:"must have require\
d property 'name'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){
let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"source"},message:"must hav\
e required property 'source'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:l};r===null?r=[d]:r.push(d),s++}let X=s;
for(let d in l)if(!(d==="in"||d==="name"||d==="prefix"||d==="token"||d==="source")){let A={instancePath:t+"/authentication",schemaPath:"#/properties/authenticat\
ion/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
authentication,data:l};r===null?r=[A]:r.push(A),s++}if(l.in!==void 0){let d=l.in,A=s,ae=c.properties.authentication.properties.in.enum;if(d!=="header"){let ge={
instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{allowedValues:c.properties.authentication.
properties.in.enum},message:"must be equal to one of the allowed values",schema:c.properties.authentication.properties.in.enum,parentSchema:c.properties.authentication.
properties.in,data:d};r===null?r=[ge]:r.push(ge),s++}var R=A===s}if(l.name!==void 0){let d=l.name,A=s,ae=s;if(typeof d=="string"){if(!fa.test(d)){let H={instancePath:t+
"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must mat\
ch pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[H]:r.push(H),s++}}else{let H={
instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:c.properties.authentication.properties.name.type,parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[H]:r.push(H),s++}var R=A===
s}if(l.prefix!==void 0){let d=l.prefix,A=s;if(typeof d!="string"){let H={instancePath:t+"/authentication/prefix",schemaPath:"#/properties/authentication/propert\
ies/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.prefix.type,parentSchema:c.properties.
authentication.properties.prefix,data:d};r===null?r=[H]:r.push(H),s++}let ae=s;var R=A===s}if(l.token!==void 0){let d=l.token,A=s,ae=s,ge=!1,H=null,w=s,V=s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/\
oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.
oneOf[0].required,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[v]:r.push(v),s++}if(d.seconds===void 0){let v={instancePath:t+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:c.properties.authentication.properties.token.oneOf[0].required,parentSchema:c.properties.authentication.properties.
token.oneOf[0],data:d};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in d)if(!(v==="by"||v==="seconds"||v==="backdateSeconds")){let I={instancePath:t+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[I]:r.push(I),s++}
if(d.by!==void 0){let v=d.by,I=s;if(v!=="jwt-hs256"){let W={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/o\
neOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",schema:"jwt-hs256",parentSchema:c.properties.authentication.
properties.token.oneOf[0].properties.by,data:v};r===null?r=[W]:r.push(W),s++}var pe=I===s}if(d.seconds!==void 0){let v=d.seconds,I=s;if(!(typeof v=="number"&&!(v%
1)&&!isNaN(v))){let J={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.token.oneOf[0].properties.seconds.type,parentSchema:c.
properties.authentication.properties.token.oneOf[0].properties.seconds,data:v};r===null?r=[J]:r.push(J),s++}let W=s;if(typeof v=="number"){if(v>86400||isNaN(v)){
let J={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/maximum",keyword:"maxi\
mum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.
seconds,data:v};r===null?r=[J]:r.push(J),s++}if(v<10||isNaN(v)){let J={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/pr\
operties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"must be >= 10",schema:10,parentSchema:c.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:v};r===null?r=[J]:r.push(J),s++}}var pe=I===s}if(d.backdateSeconds!==void 0){let v=d.backdateSeconds,
I=s;if(!(typeof v=="number"&&!(v%1)&&!isNaN(v))){let J={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.
token.oneOf[0].properties.backdateSeconds.type,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===null?r=
[J]:r.push(J),s++}let W=s;if(typeof v=="number"){if(v>3600||isNaN(v)){let J={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/aut\
hentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,
parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===null?r=[J]:r.push(J),s++}if(v<0||isNaN(v)){let J={instancePath:t+
"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===
null?r=[J]:r.push(J),s++}}var pe=I===s}}else{let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.token.oneOf[0].type,parentSchema:c.properties.authentication.
properties.token.oneOf[0],data:d};r===null?r=[g]:r.push(g),s++}var F=w===s;if(F){ge=!0,H=0;var z=!0}let te=s,Q=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.
by===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.
authentication.properties.token.oneOf[1],data:d};r===null?r=[v]:r.push(v),s++}if(d.scope===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/p\
roperties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"scope"},message:"must have required property 'scope'",schema:c.
properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[v]:r.push(v),
s++}let g=s;for(let v in d)if(!(v==="by"||v==="scope")){let I={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[I]:r.push(I),s++}if(d.by!==void 0){let v=d.by,I=s;if(v!=="google-service-account"){let W={
instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:c.properties.authentication.properties.token.oneOf[1].
properties.by,data:v};r===null?r=[W]:r.push(W),s++}var K=I===s}if(d.scope!==void 0){let v=d.scope,I=s,W=s;if(typeof v=="string"){if(ne(v)<1){let J={instancePath:t+
"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.authentication.properties.token.oneOf[1].properties.scope,data:v};r===null?r=
[J]:r.push(J),s++}}else{let J={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[1].properties.scope.type,parentSchema:c.
properties.authentication.properties.token.oneOf[1].properties.scope,data:v};r===null?r=[J]:r.push(J),s++}var K=I===s}}else{let g={instancePath:t+"/authenticati\
on/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
authentication.properties.token.oneOf[1].type,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[g]:r.push(g),s++}var F=te===
s;if(F&&ge)ge=!1,H=[H,1];else{F&&(ge=!0,H=1,z!==!0&&(z=!0));let g=s,v=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let N={instancePath:t+"/a\
uthentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must h\
ave required property 'by'",schema:c.properties.authentication.properties.token.oneOf[2].required,parentSchema:c.properties.authentication.properties.token.oneOf[2],
data:d};r===null?r=[N]:r.push(N),s++}if(d.service===void 0){let N={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/tok\
en/oneOf/2/required",keyword:"required",params:{missingProperty:"service"},message:"must have required property 'service'",schema:c.properties.authentication.properties.
token.oneOf[2].required,parentSchema:c.properties.authentication.properties.token.oneOf[2],data:d};r===null?r=[N]:r.push(N),s++}let W=s;for(let N in d)if(!(N===
"by"||N==="service")){let J={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.
token.oneOf[2],data:d};r===null?r=[J]:r.push(J),s++}if(d.by!==void 0){let N=d.by,J=s;if(N!=="aws-sigv4"){let B={instancePath:t+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"aws-sigv4"},message:"must be equal to constant",
schema:"aws-sigv4",parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.by,data:N};r===null?r=[B]:r.push(B),s++}var ue=J===s}if(d.service!==
void 0){let N=d.service,J=s,B=s;if(typeof N=="string"){if(!_c.test(N)){let Ne={instancePath:t+"/authentication/token/service",schemaPath:"#/properties/authentic\
ation/properties/token/oneOf/2/properties/service/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$\
"',schema:"^[a-z][a-z0-9-]*$",parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.service,data:N};r===null?r=[Ne]:r.push(Ne),s++}}else{
let Ne={instancePath:t+"/authentication/token/service",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/service/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[2].properties.service.type,parentSchema:c.properties.authentication.
properties.token.oneOf[2].properties.service,data:N};r===null?r=[Ne]:r.push(Ne),s++}var ue=J===s}}else{let W={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.
token.oneOf[2].type,parentSchema:c.properties.authentication.properties.token.oneOf[2],data:d};r===null?r=[W]:r.push(W),s++}var F=g===s;F&&ge?(ge=!1,H=[H,2]):F&&
(ge=!0,H=2,z!==!0&&(z=!0))}if(ge)s=ae,r!==null&&(ae?r.length=ae:r=null);else{let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authenticati\
on/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:H},message:"must match exactly one schema in oneOf",schema:c.properties.authentication.properties.
token.oneOf,parentSchema:c.properties.authentication.properties.token,data:d};r===null?r=[g]:r.push(g),s++}var R=A===s}if(l.source!==void 0){let d=l.source,A=s,
ae=s,ge=s;if(typeof d=="string"){if(ne(d)<1){let w={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/authentication/sourc\
e",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(
w),s++}var j=ae===s,R=A===s}}else{let X={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.authentication.type,parentSchema:c.properties.authentication,data:l};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.headers!==
void 0){let l=e.headers,qe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<1){let d={instancePath:t+"/headers",schemaPath:"#/proper\
ties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.headers,
data:l};r===null?r=[d]:r.push(d),s++}for(let d in l){let A=s;if(typeof d=="string"&&!fa.test(d)){let ae={instancePath:t+"/headers",schemaPath:"#/properties/head\
ers/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.
properties.headers.propertyNames,data:d,propertyName:d};r===null?r=[ae]:r.push(ae),s++}var fe=A===s;if(!fe){let ae={instancePath:t+"/headers",schemaPath:"#/prop\
erties/headers/propertyNames",keyword:"propertyNames",params:{propertyName:d},message:"property name must be valid",schema:c.properties.headers.propertyNames,parentSchema:c.
properties.headers,data:l};r===null?r=[ae]:r.push(ae),s++}}let X=s;for(let d in l){let A=l[d],ae=s,ge=s;if(typeof A=="string"){if(!Oc.test(A)){let H={instancePath:t+
"/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x\
7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:c.properties.headers.additionalProperties,data:A};r===null?r=[H]:
r.push(H),s++}}else{let H={instancePath:t+"/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.headers.additionalProperties.type,parentSchema:c.properties.headers.additionalProperties,
data:A};r===null?r=[H]:r.push(H),s++}var me=ae===s}}else{let X={instancePath:t+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type:"ob\
ject"},message:"must be object",schema:c.properties.headers.type,parentSchema:c.properties.headers,data:l};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.idempotency!==
void 0){let l=e.idempotency,qe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.header===void 0){let d={instancePath:t+"/idempotency",schemaPath:"#/prop\
erties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.idempotency.
required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}if(l.keptSeconds===void 0){let d={instancePath:t+"/idempotency",schemaPath:"\
#/properties/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have required property 'keptSeconds'",schema:c.properties.
idempotency.required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/idempotency",schemaPath:"\
#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.idempotency.
required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l)if(!(d==="header"||d==="keptSeconds"||d==="source")){
let A={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.idempotency,data:l};r===null?r=[A]:r.push(A),s++}if(l.header!==void 0){let d=l.header,A=s,
ae=s;if(typeof d=="string"){if(ne(d)<1){let ge={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.idempotency.properties.header,data:d};r===null?r=
[ge]:r.push(ge),s++}}else{let ge={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.idempotency.properties.header.type,parentSchema:c.properties.idempotency.properties.header,data:d};r===null?
r=[ge]:r.push(ge),s++}var U=A===s}if(l.keptSeconds!==void 0){let d=l.keptSeconds,A=s;if(!(typeof d=="number"&&!(d%1)&&!isNaN(d))){let H={instancePath:t+"/idempo\
tency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.
idempotency.properties.keptSeconds.type,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[H]:r.push(H),s++}let ae=s;if(typeof d==
"number"&&(d<1||isNaN(d))){let H={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimu\
m",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[H]:r.push(H),
s++}var U=A===s}if(l.source!==void 0){let d=l.source,A=s,ae=s,ge=s;if(typeof d=="string"){if(ne(d)<1){let w={instancePath:t+"/idempotency/source",schemaPath:"#/\
$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.push(
w),s++}}else{let w={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var L=ae===s,U=A===s}}else{let X={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.idempotency.type,parentSchema:c.properties.idempotency,data:l};r===null?
r=[X]:r.push(X),s++}var u=qe===s}if(e.deadline!==void 0){let l=e.deadline,qe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.seconds===void 0){let d={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:c.
properties.deadline.required,parentSchema:c.properties.deadline,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/deadline",schemaPath:"\
#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.deadline.
required,parentSchema:c.properties.deadline,data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l)if(!(d==="seconds"||d==="source")){let A={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have addition\
al properties",schema:!1,parentSchema:c.properties.deadline,data:l};r===null?r=[A]:r.push(A),s++}if(l.seconds!==void 0){let d=l.seconds,A=s;if(!(typeof d=="numb\
er"&&!(d%1)&&!isNaN(d))){let ge={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"inte\
ger"},message:"must be integer",schema:c.properties.deadline.properties.seconds.type,parentSchema:c.properties.deadline.properties.seconds,data:d};r===null?r=[ge]:
r.push(ge),s++}let ae=s;if(typeof d=="number"&&(d<60||isNaN(d))){let ge={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds\
/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:c.properties.deadline.properties.seconds,data:d};r===
null?r=[ge]:r.push(ge),s++}var be=A===s}if(l.source!==void 0){let d=l.source,A=s,ae=s,ge=s;if(typeof d=="string"){if(ne(d)<1){let w={instancePath:t+"/deadline/s\
ource",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};
r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var xe=ae===s,be=A===s}}else{let X={instancePath:t+"/deadline",schemaPath:"#/pro\
perties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.deadline.type,parentSchema:c.properties.deadline,data:l};
r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.poll!==void 0){let l=e.poll,qe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.seconds===void 0){let d={
instancePath:t+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'secon\
ds'",schema:c.properties.poll.required,parentSchema:c.properties.poll,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.poll.required,
parentSchema:c.properties.poll,data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l)if(!(d==="seconds"||d==="source")){let A={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.poll,data:l};r===null?r=[A]:r.push(A),s++}if(l.seconds!==void 0){let d=l.seconds,A=s,ae=s;if(typeof d=="number"){if(d<=0||isNaN(d)){let ge={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:c.properties.poll.properties.seconds,data:d};r===null?r=[ge]:r.push(ge),s++}}else{let ge={instancePath:t+"/poll/seconds",schemaPath:"#\
/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:c.properties.poll.properties.seconds.type,parentSchema:c.
properties.poll.properties.seconds,data:d};r===null?r=[ge]:r.push(ge),s++}var Y=A===s}if(l.source!==void 0){let d=l.source,A=s,ae=s,ge=s;if(typeof d=="string"){
if(ne(d)<1){let w={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var D=ae===s,Y=A===s}}else{let X={instancePath:t+
"/poll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.poll.type,parentSchema:c.properties.
poll,data:l};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.probe!==void 0){let l=e.probe,qe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.path===void 0){
let d={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:c.properties.probe.required,parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}if(l.accepted===void 0){let d={instancePath:t+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:c.
properties.probe.required,parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.probe.required,
parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l)if(!(d==="path"||d==="accepted"||d==="source")){let A={instancePath:t+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:c.properties.probe,data:l};r===null?r=[A]:r.push(A),s++}if(l.path!==void 0){let d=l.path,A=s,ae=s,ge=s;if(typeof d=="string"){if(!Zt.
test(d)){let H={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:We,data:d};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:We.type,parentSchema:We,data:d};r===null?r=[H]:r.push(H),s++}var He=ae===s,mt=A===s}if(l.accepted!==void 0){let d=l.accepted,
A=s,ae=s;if(Array.isArray(d)){if(d.length<1){let V={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIt\
ems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[V]:r.push(V),s++}
let H=!0,w=d.length;for(let V=0;V<w;V++){let te=d[V],Q=s;if(!(typeof te=="number"&&!(te%1)&&!isNaN(te))){let g={instancePath:t+"/probe/accepted/"+V,schemaPath:"\
#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.probe.properties.accepted.
items.type,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}let P=s;if(typeof te=="number"){if(te>599||isNaN(te)){
let g={instancePath:t+"/probe/accepted/"+V,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}if(te<100||isNaN(te)){let g={
instancePath:t+"/probe/accepted/"+V,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"\
must be >= 100",schema:100,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}}var Pt=Q===s;Pt||(H=!1)}}else{let H={
instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.probe.properties.accepted.type,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[H]:r.push(H),s++}var mt=A===s}if(l.source!==void 0){
let d=l.source,A=s,ae=s,ge=s;if(typeof d=="string"){if(ne(d)<1){let w={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/pro\
be/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:
r.push(w),s++}var at=ae===s,mt=A===s}}else{let X={instancePath:t+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"mu\
st be object",schema:c.properties.probe.type,parentSchema:c.properties.probe,data:l};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.modelProbe!==void 0){let l=e.
modelProbe,qe=s,St=s,ir=s,X=!1,d=null,A=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.path===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"#/pro\
perties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.modelProbe.
oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],data:l};r===null?r=[H]:r.push(H),s++}if(l.names===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"\
#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.
modelProbe.oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],data:l};r===null?r=[H]:r.push(H),s++}}var pt=A===s;pt&&(X=!0,d=0);let ae=s;if(l&&typeof l==
"object"&&!Array.isArray(l)){if(l.url===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{
missingProperty:"url"},message:"must have required property 'url'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.modelProbe.oneOf[1],
data:l};r===null?r=[H]:r.push(H),s++}if(l.names===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"req\
uired",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.
modelProbe.oneOf[1],data:l};r===null?r=[H]:r.push(H),s++}}var pt=ae===s;if(pt&&X)X=!1,d=[d,1];else{pt&&(X=!0,d=1);let H=s;if(l&&typeof l=="object"&&!Array.isArray(
l)&&l.untestable===void 0){let V={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"\
untestable"},message:"must have required property 'untestable'",schema:c.properties.modelProbe.oneOf[2].required,parentSchema:c.properties.modelProbe.oneOf[2],data:l};
r===null?r=[V]:r.push(V),s++}var pt=H===s;pt&&X?(X=!1,d=[d,2]):pt&&(X=!0,d=2)}if(X)s=ir,r!==null&&(ir?r.length=ir:r=null);else{let H={instancePath:t+"/modelProb\
e",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.modelProbe.
oneOf,parentSchema:c.properties.modelProbe,data:l};r===null?r=[H]:r.push(H),s++}if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.source===void 0){let w={instancePath:t+
"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",
schema:c.properties.modelProbe.required,parentSchema:c.properties.modelProbe,data:l};r===null?r=[w]:r.push(w),s++}let H=s;for(let w in l)if(!(w==="path"||w==="u\
rl"||w==="names"||w==="omits"||w==="told"||w==="except"||w==="untestable"||w==="source")){let V={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProb\
e/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
modelProbe,data:l};r===null?r=[V]:r.push(V),s++}if(l.path!==void 0){let w=l.path,V=s,te=s,Q=s;if(typeof w=="string"){if(!Zt.test(w)){let P={instancePath:t+"/mod\
elProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:w};r===
null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:We.type,parentSchema:We,data:w};r===null?r=[P]:r.push(P),s++}var Xe=te===s,tt=V===s}if(l.url!==void 0){let w=l.url,V=s,te=s;if(typeof w=="string"){
if(!Kh.test(w)){let P={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://\
[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:c.properties.modelProbe.properties.url,
data:w};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.url.type,parentSchema:c.properties.modelProbe.properties.url,data:w};r===null?
r=[P]:r.push(P),s++}var tt=V===s}if(l.names!==void 0){let w=l.names,V=s,te=s,Q=s;if(typeof w=="string"){if(!rt.test(w)){let g={instancePath:t+"/modelProbe/names",
schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([\
^/~]|~[01])+)+$",parentSchema:se,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:w};r===null?r=[g]:r.push(g),s++}var Fr=te===s,tt=V===s}if(l.omits!==void 0){
let w=l.omits,V=s,te=s;if(typeof w=="string"){if(ne(w)<1){let P={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLeng\
th",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.omits,data:w};
r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.modelProbe.properties.omits.type,parentSchema:c.properties.modelProbe.properties.omits,data:w};r===null?r=
[P]:r.push(P),s++}var tt=V===s}if(l.told!==void 0){let w=l.told,V=s,te=s;if(Array.isArray(w)){if(w.length<1){let v={instancePath:t+"/modelProbe/told",schemaPath:"\
#/properties/modelProbe/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.
modelProbe.properties.told,data:w};r===null?r=[v]:r.push(v),s++}let P=!0,g=w.length;for(let v=0;v<g;v++){let I=w[v],W=s,N=s;if(I&&typeof I=="object"&&!Array.isArray(
I)){if(I.at===void 0){let B={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:c.properties.modelProbe.properties.told.items.required,parentSchema:c.properties.modelProbe.
properties.told.items,data:I};r===null?r=[B]:r.push(B),s++}if(I.constant===void 0){let B={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelPro\
be/properties/told/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:c.properties.modelProbe.
properties.told.items.required,parentSchema:c.properties.modelProbe.properties.told.items,data:I};r===null?r=[B]:r.push(B),s++}let J=s;for(let B in I)if(!(B==="\
at"||B==="constant")){let oe={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:B},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe.properties.told.items,
data:I};r===null?r=[oe]:r.push(oe),s++}if(I.at!==void 0){let B=I.at,oe=s,Ne=s,it=s;if(typeof B=="string"){if(!rt.test(B)){let Pe={instancePath:t+"/modelProbe/to\
ld/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:B};r===null?r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+"/modelProbe/told/"+v+"/at",schemaPath:"#/$def\
s/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:B};r===null?r=[Pe]:r.push(Pe),s++}var Vr=Ne===
s,jt=oe===s}}else{let J={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:c.properties.modelProbe.properties.told.items.type,parentSchema:c.properties.modelProbe.properties.told.items,data:I};r===null?
r=[J]:r.push(J),s++}var Mo=W===s;Mo||(P=!1)}}else{let P={instancePath:t+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/type",keyword:"ty\
pe",params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.told.type,parentSchema:c.properties.modelProbe.properties.told,data:w};
r===null?r=[P]:r.push(P),s++}var tt=V===s}if(l.except!==void 0){let w=l.except,V=s,te=s;if(Array.isArray(w)){if(w.length<1){let v={instancePath:t+"/modelProbe/e\
xcept",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.modelProbe.properties.except,data:w};r===null?r=[v]:r.push(v),s++}let P=!0,g=w.length;for(let v=0;v<g;v++){let I=w[v],W=s,N=s;if(I&&typeof I=="object"&&
!Array.isArray(I)){if(I.prefix===void 0){let B={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"\
required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:c.properties.modelProbe.properties.except.items.required,parentSchema:c.
properties.modelProbe.properties.except.items,data:I};r===null?r=[B]:r.push(B),s++}if(I.reason===void 0){let B={instancePath:t+"/modelProbe/except/"+v,schemaPath:"\
#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:c.
properties.modelProbe.properties.except.items.required,parentSchema:c.properties.modelProbe.properties.except.items,data:I};r===null?r=[B]:r.push(B),s++}let J=s;
for(let B in I)if(!(B==="prefix"||B==="reason")){let oe={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/addi\
tionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
modelProbe.properties.except.items,data:I};r===null?r=[oe]:r.push(oe),s++}if(I.prefix!==void 0){let B=I.prefix,oe=s,Ne=s;if(typeof B=="string"){if(ne(B)<1){let it={
instancePath:t+"/modelProbe/except/"+v+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.except.items.properties.prefix,data:B};r===null?
r=[it]:r.push(it),s++}}else{let it={instancePath:t+"/modelProbe/except/"+v+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/pref\
ix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.except.items.properties.prefix.type,parentSchema:c.
properties.modelProbe.properties.except.items.properties.prefix,data:B};r===null?r=[it]:r.push(it),s++}var mc=oe===s}if(I.reason!==void 0){let B=I.reason,oe=s,Ne=s;
if(typeof B=="string"){if(ne(B)<1){let Pe={instancePath:t+"/modelProbe/except/"+v+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properti\
es/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.
except.items.properties.reason,data:B};r===null?r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+"/modelProbe/except/"+v+"/reason",schemaPath:"#/properties/mo\
delProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.
except.items.properties.reason.type,parentSchema:c.properties.modelProbe.properties.except.items.properties.reason,data:B};r===null?r=[Pe]:r.push(Pe),s++}var mc=oe===
s}}else{let J={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.modelProbe.properties.except.items.type,parentSchema:c.properties.modelProbe.properties.except.items,data:I};r===null?r=[J]:
r.push(J),s++}var fc=W===s;fc||(P=!1)}}else{let P={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.except.type,parentSchema:c.properties.modelProbe.properties.except,data:w};
r===null?r=[P]:r.push(P),s++}var tt=V===s}if(l.untestable!==void 0){let w=l.untestable,V=s,te=s;if(typeof w=="string"){if(ne(w)<1){let P={instancePath:t+"/model\
Probe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:c.properties.modelProbe.properties.untestable,data:w};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/un\
testable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.
properties.untestable.type,parentSchema:c.properties.modelProbe.properties.untestable,data:w};r===null?r=[P]:r.push(P),s++}var tt=V===s}if(l.source!==void 0){let w=l.
source,V=s,te=s,Q=s;if(typeof w=="string"){if(ne(w)<1){let g={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:w};r===null?r=[g]:r.
push(g),s++}var hc=te===s,tt=V===s}}else{let H={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.modelProbe.type,parentSchema:c.properties.modelProbe,data:l};r===null?r=[H]:r.push(H),s++}var u=qe===s}if(e.webhooks!==void 0){
let l=e.webhooks,qe=s,St=s,ir=s,X=!1,d=null,A=s;if(l&&typeof l=="object"&&!Array.isArray(l)&&l.body===void 0){let H={instancePath:t+"/webhooks",schemaPath:"#/pr\
operties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:c.properties.webhooks.
oneOf[0].required,parentSchema:c.properties.webhooks.oneOf[0],data:l};r===null?r=[H]:r.push(H),s++}var Ss=A===s;Ss&&(X=!0,d=0);let ae=s;if(l&&typeof l=="object"&&
!Array.isArray(l)&&l.query===void 0){let H={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"\
query"},message:"must have required property 'query'",schema:c.properties.webhooks.oneOf[1].required,parentSchema:c.properties.webhooks.oneOf[1],data:l};r===null?
r=[H]:r.push(H),s++}var Ss=ae===s;if(Ss&&X?(X=!1,d=[d,1]):Ss&&(X=!0,d=1),X)s=ir,r!==null&&(ir?r.length=ir:r=null);else{let H={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.oneOf,parentSchema:c.
properties.webhooks,data:l};r===null?r=[H]:r.push(H),s++}if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.source===void 0){let w={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.webhooks.
required,parentSchema:c.properties.webhooks,data:l};r===null?r=[w]:r.push(w),s++}let H=s;for(let w in l)if(!(w==="body"||w==="query"||w==="with"||w==="signature"||
w==="challenge"||w==="told"||w==="source")){let V={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks,data:l};r===null?r=[V]:r.push(V),s++}
if(l.body!==void 0){let w=l.body,V=s,te=s,Q=s;if(typeof w=="string"){if(!rt.test(w)){let P={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:w};
r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:se.type,parentSchema:se,data:w};r===null?r=[P]:r.push(P),s++}var Sh=te===s,$r=V===s}if(l.query!==void 0){let w=l.query,V=s,te=s;if(typeof w=="\
string"){if(ne(w)<1){let P={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.query,data:w};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+
"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.query.type,parentSchema:c.properties.webhooks.properties.query,data:w};r===null?r=[P]:r.push(P),s++}var $r=V===s}if(l.with!==void 0){let w=l.with,V=s,
te=s;if(Array.isArray(w)){if(w.length<1){let v={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.with,data:w};r===null?r=[v]:r.push(v),s++}let P=!0,g=w.
length;for(let v=0;v<g;v++){let I=w[v],W=s,N=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.to===void 0){let B={instancePath:t+"/webhooks/with/"+v,schemaPath:"\
#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:c.properties.
webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:I};r===null?r=[B]:r.push(B),s++}if(I.constant===void 0){let B={
instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"\
must have required property 'constant'",schema:c.properties.webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:I};
r===null?r=[B]:r.push(B),s++}let J=s;for(let B in I)if(!(B==="to"||B==="constant")){let oe={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks\
/properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},message:"must NOT have additional properties",schema:!1,
parentSchema:c.properties.webhooks.properties.with.items,data:I};r===null?r=[oe]:r.push(oe),s++}if(I.to!==void 0){let B=I.to,oe=s,Ne=s,it=s;if(typeof B=="string"){
if(!rt.test(B)){let Pe={instancePath:t+"/webhooks/with/"+v+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:B};r===null?r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+
"/webhooks/with/"+v+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:B};
r===null?r=[Pe]:r.push(Pe),s++}var yc=Ne===s,_h=oe===s}}else{let J={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/with/items/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.with.items.type,parentSchema:c.properties.webhooks.properties.
with.items,data:I};r===null?r=[J]:r.push(J),s++}var gc=W===s;gc||(P=!1)}}else{let P={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/propertie\
s/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.with.type,parentSchema:c.properties.webhooks.properties.
with,data:w};r===null?r=[P]:r.push(P),s++}var $r=V===s}if(l.signature!==void 0){let w=l.signature,V=s,te=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.algorithm===
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
signature.required,parentSchema:c.properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(g),s++}let P=s;for(let g in w)if(!ya.call(c.properties.
webhooks.properties.signature.properties,g)){let v={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:g},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.
signature,data:w};r===null?r=[v]:r.push(v),s++}if(w.algorithm!==void 0){let g=w.algorithm,v=s,I=c.properties.webhooks.properties.signature.properties.algorithm.
enum;if(!(g==="hmac-sha256"||g==="hmac-sha512"||g==="ed25519")){let W={instancePath:t+"/webhooks/signature/algorithm",schemaPath:"#/properties/webhooks/properti\
es/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.algorithm.enum},message:"must\
 be equal to one of the allowed values",schema:c.properties.webhooks.properties.signature.properties.algorithm.enum,parentSchema:c.properties.webhooks.properties.
signature.properties.algorithm,data:g};r===null?r=[W]:r.push(W),s++}var Sr=v===s}if(w.header!==void 0){let g=w.header,v=s,I=s,W=s;if(typeof g=="string"){if(!fa.
test(g)){let J={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:qr,data:g};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/webhooks/s\
ignature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qr.type,parentSchema:qr,data:g};r===
null?r=[J]:r.push(J),s++}var xh=I===s,Sr=v===s}if(w.separator!==void 0){let g=w.separator,v=s,I=s;if(typeof g=="string"){if(ne(g)<1){let N={instancePath:t+"/web\
hooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.separator,data:g};r===null?r=[N]:r.push(N),s++}}else{
let N={instancePath:t+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.
properties.separator,data:g};r===null?r=[N]:r.push(N),s++}var Sr=v===s}if(w.prefix!==void 0){let g=w.prefix,v=s,I=s;if(typeof g=="string"){if(ne(g)<1){let N={instancePath:t+
"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.prefix,data:g};r===null?r=[N]:r.push(N),s++}}else{
let N={instancePath:t+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.prefix.type,parentSchema:c.properties.webhooks.properties.signature.
properties.prefix,data:g};r===null?r=[N]:r.push(N),s++}var Sr=v===s}if(w.encoding!==void 0){let g=w.encoding,v=s,I=c.properties.webhooks.properties.signature.properties.
encoding.enum;if(!(g==="hex"||g==="base64")){let N={instancePath:t+"/webhooks/signature/encoding",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/encoding/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.encoding.enum},message:"must be equal to one of th\
e allowed values",schema:c.properties.webhooks.properties.signature.properties.encoding.enum,parentSchema:c.properties.webhooks.properties.signature.properties.
encoding,data:g};r===null?r=[N]:r.push(N),s++}var Sr=v===s}if(w.headers!==void 0){let g=w.headers,v=s,I=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(Object.
keys(g).length<1){let J={instancePath:t+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.headers,
data:g};r===null?r=[J]:r.push(J),s++}let N=s;for(let J in g){let B=g[J],oe=s,Ne=s,it=s;if(typeof B=="string"){if(!fa.test(B)){let Pe={instancePath:t+"/webhooks/\
signature/headers/"+J.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:qr,data:B};r===null?r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+"/webhook\
s/signature/headers/"+J.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:qr.type,parentSchema:qr,data:B};r===null?r=[Pe]:r.push(Pe),s++}var _s=Ne===s,qh=oe===s}}else{let N={instancePath:t+"/webhooks/signature/headers",schemaPath:"\
#/properties/webhooks/properties/signature/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.headers.type,parentSchema:c.properties.webhooks.properties.signature.properties.headers,data:g};r===null?r=[N]:r.push(N),s++}var Sr=v===
s}if(w.signed!==void 0){let g=w.signed,v=s,I=s;if(typeof g=="string"){if(ne(g)<1){let N={instancePath:t+"/webhooks/signature/signed",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/signed/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/webhooks/signature/signed",schemaPath:"\
#/properties/webhooks/properties/signature/properties/signed/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.
signature.properties.signed.type,parentSchema:c.properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[N]:r.push(N),s++}var Sr=v===s}if(w.
time!==void 0){let g=w.time,v=s,I=s,W=s,N=!1,J=null,B=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.header===void 0){let it={instancePath:t+"/webhooks/signat\
ure/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"\
must have required property 'header'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[0].required,parentSchema:c.properties.webhooks.properties.
signature.properties.time.oneOf[0],data:g};r===null?r=[it]:r.push(it),s++}var ca=B===s;ca&&(N=!0,J=0);let oe=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.member===
void 0){let it={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"member"},message:"must have required property 'member'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[1].
required,parentSchema:c.properties.webhooks.properties.signature.properties.time.oneOf[1],data:g};r===null?r=[it]:r.push(it),s++}var ca=oe===s;if(ca&&N?(N=!1,J=
[J,1]):ca&&(N=!0,J=1),N)s=W,r!==null&&(W?r.length=W:r=null);else{let it={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/\
signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:J},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.properties.
signature.properties.time.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[it]:r.push(it),s++}if(g&&typeof g=="\
object"&&!Array.isArray(g)){if(g.unit===void 0){let M={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properti\
es/time/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:c.properties.webhooks.properties.signature.
properties.time.required,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[M]:r.push(M),s++}if(g.toleranceSeconds===void 0){
let M={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:c.properties.webhooks.properties.signature.properties.time.required,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[M]:r.push(M),s++}let it=s;for(let M in g)if(!(M==="header"||M==="separator"||M==="p\
refix"||M==="member"||M==="unit"||M==="toleranceSeconds")){let De={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signat\
ure/properties/time/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[De]:r.push(De),s++}if(g.header!==void 0){let M=g.header,De=s,et=s,ct=s;if(typeof M==
"string"){if(!fa.test(M)){let ze={instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:qr,data:M};r===null?r=[ze]:r.push(ze),s++}}else{let ze={
instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qr.type,
parentSchema:qr,data:M};r===null?r=[ze]:r.push(ze),s++}var Oh=et===s,yr=De===s}if(g.separator!==void 0){let M=g.separator,De=s,et=s;if(typeof M=="string"){if(ne(
M)<1){let ze={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.
time.properties.separator,data:M};r===null?r=[ze]:r.push(ze),s++}}else{let ze={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/time/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.signature.properties.time.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.separator,data:M};
r===null?r=[ze]:r.push(ze),s++}var yr=De===s}if(g.prefix!==void 0){let M=g.prefix,De=s,et=s;if(typeof M=="string"){if(ne(M)<1){let ze={instancePath:t+"/webhooks\
/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:M};r===null?
r=[ze]:r.push(ze),s++}}else{let ze={instancePath:t+"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/prop\
erties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.time.properties.
prefix.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:M};r===null?r=[ze]:r.push(ze),s++}var yr=De===s}if(g.
member!==void 0){let M=g.member,De=s,et=s,ct=s;if(typeof M=="string"){if(!rt.test(M)){let Me={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:se,data:M};r===null?r=[Me]:r.push(Me),s++}}else{let Me={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:M};r===null?r=[Me]:r.push(Me),s++}var jh=et===s,yr=De===s}if(g.unit!==
void 0){let M=g.unit,De=s,et=c.properties.webhooks.properties.signature.properties.time.properties.unit.enum;if(!(M==="seconds"||M==="milliseconds"||M==="rfc333\
9")){let ze={instancePath:t+"/webhooks/signature/time/unit",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"\
enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",
schema:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.
unit,data:M};r===null?r=[ze]:r.push(ze),s++}var yr=De===s}if(g.toleranceSeconds!==void 0){let M=g.toleranceSeconds,De=s;if(!(typeof M=="number"&&!(M%1)&&!isNaN(
M))){let ze={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/tolera\
nceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.
type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:M};r===null?r=[ze]:r.push(ze),s++}let et=s;if(typeof M==
"number"){if(M>3600||isNaN(M)){let ze={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:c.properties.
webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:M};r===null?r=[ze]:r.push(ze),s++}if(M<1||isNaN(M)){let ze={instancePath:t+"/webh\
ooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minim\
um",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:M};r===null?r=[ze]:r.push(ze),s++}}var yr=De===s}let Pe;if(g.separator!==void 0&&g.header===void 0){let M={instancePath:t+"/webhooks/signature/time",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",
depsCount:1,deps:"header"},message:"must have property header when property separator is present",schema:c.properties.webhooks.properties.signature.properties.time.
dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[M]:r.push(M),s++}if(g.prefix!==void 0&&g.header===
void 0){let M={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"depe\
ndentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when property prefix is present",
schema:c.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};
r===null?r=[M]:r.push(M),s++}}else{let it={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.time.type,parentSchema:c.properties.
webhooks.properties.signature.properties.time,data:g};r===null?r=[it]:r.push(it),s++}var Sr=v===s}if(w.key!==void 0){let g=w.key,v=s,I=s,W=!1,N=null,J=s,B=s;if(g&&
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
key.oneOf[0],data:g};r===null?r=[M]:r.push(M),s++}let Pe=s;for(let M in g)if(!(M==="by"||M==="path"||M==="at"||M==="prefix"||M==="encoding")){let De={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};
r===null?r=[De]:r.push(De),s++}if(g.by!==void 0){let M=g.by,De=s;if(M!=="request"){let et={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/\
webhooks/properties/signature/properties/key/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"\
request",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].properties.by,data:M};r===null?r=[et]:r.push(et),s++}var ns=De===s}if(g.
path!==void 0){let M=g.path,De=s,et=s,ct=s;if(typeof M=="string"){if(!Zt.test(M)){let Me={instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path\
/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:M};r===null?r=[Me]:r.push(Me),s++}}else{let Me={
instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:M};r===null?r=[Me]:r.push(Me),s++}var bc=et===s,ns=De===s}if(g.at!==void 0){let M=g.at,De=s,et=s,ct=s;if(typeof M=="string"){if(!rt.test(M)){let Me={instancePath:t+
"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:M};r===null?r=[Me]:r.push(Me),s++}}else{let Me={instancePath:t+"/webhooks/signature/key/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:M};r===null?r=[Me]:r.push(Me),s++}var wc=et===
s,ns=De===s}if(g.prefix!==void 0){let M=g.prefix,De=s,et=s,ct=s;if(typeof M=="string"){if(ne(M)<1){let Me={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"\
#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:xs,data:M};r===null?r=[Me]:
r.push(Me),s++}}else{let Me={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:xs.type,parentSchema:xs,data:M};r===null?r=[Me]:r.push(Me),s++}var Th=et===s,ns=De===s}if(g.encoding!==void 0){let M=g.encoding,De=s,et=s,
ct=Wr.enum;if(!(M==="text"||M==="hex"||M==="base64")){let Me={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"e\
num",params:{allowedValues:Wr.enum},message:"must be equal to one of the allowed values",schema:Wr.enum,parentSchema:Wr,data:M};r===null?r=[Me]:r.push(Me),s++}var vc=et===
s,ns=De===s}}else{let Pe={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[Pe]:r.push(Pe),s++}var Ur=J===s;if(Ur){W=!0,N=0;var da=!0}let oe=s,Ne=s;if(g&&typeof g=="object"&&
!Array.isArray(g)){if(g.by===void 0){let M={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf\
/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.
key.oneOf[1].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[M]:r.push(M),s++}if(g.encoding===void 0){
let M={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{
missingProperty:"encoding"},message:"must have required property 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[M]:r.push(M),s++}let Pe=s;for(let M in g)if(!(M==="by"||M===
"prefix"||M==="encoding")){let De={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[1],data:g};r===null?r=[De]:r.push(De),s++}if(g.by!==void 0){let M=g.by,De=s;if(M!=="setting"){let et={instancePath:t+"\
/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
setting"},message:"must be equal to constant",schema:"setting",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:M};
r===null?r=[et]:r.push(et),s++}var Lo=De===s}if(g.prefix!==void 0){let M=g.prefix,De=s,et=s,ct=s;if(typeof M=="string"){if(ne(M)<1){let Me={instancePath:t+"/web\
hooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:xs,data:M};r===null?r=[Me]:r.push(Me),s++}}else{let Me={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:xs.type,parentSchema:xs,data:M};r===null?r=[Me]:r.push(Me),s++}var Fo=et===s,Lo=De===s}if(g.encoding!==
void 0){let M=g.encoding,De=s,et=s,ct=Wr.enum;if(!(M==="text"||M==="hex"||M==="base64")){let Me={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#\
/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:Wr.enum},message:"must be equal to one of the allowed values",schema:Wr.enum,parentSchema:Wr,data:M};
r===null?r=[Me]:r.push(Me),s++}var Ah=et===s,Lo=De===s}}else{let Pe={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signa\
ture/properties/key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.
oneOf[1].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[Pe]:r.push(Pe),s++}var Ur=oe===s;if(Ur&&W)W=!1,
N=[N,1];else{Ur&&(W=!0,N=1,da!==!0&&(da=!0));let Pe=s,M=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let ct={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must\
 have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2],data:g};r===null?r=[ct]:r.push(ct),s++}if(g.url===void 0){let ct={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:c.
properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};
r===null?r=[ct]:r.push(ct),s++}let et=s;for(let ct in g)if(!(ct==="by"||ct==="url")){let ze={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ct},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[ze]:r.push(ze),s++}if(g.by!==
void 0){let ct=g.by,ze=s;if(ct!=="key-set"){let Me={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/propertie\
s/key/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.by,data:ct};r===null?r=[Me]:r.push(Me),s++}var kc=ze===s}if(g.url!==void 0){let ct=g.url,ze=s,Me=s;
if(typeof ct=="string"){if(!xc.test(ct)){let ma={instancePath:t+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url,data:ct};r===null?r=[ma]:r.push(ma),s++}}else{let ma={instancePath:t+"/webhooks/signature/k\
ey/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2].properties.url,data:ct};r===null?r=[ma]:r.push(ma),s++}var kc=ze===s}}else{let et={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.key.oneOf[2].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[et]:r.push(
et),s++}var Ur=Pe===s;Ur&&W?(W=!1,N=[N,2]):Ur&&(W=!0,N=2,da!==!0&&(da=!0))}if(W)s=I,r!==null&&(I?r.length=I:r=null);else{let Pe={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:N},message:"must match exactly one\
 schema in oneOf",schema:c.properties.webhooks.properties.signature.properties.key.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.key,
data:g};r===null?r=[Pe]:r.push(Pe),s++}var Sr=v===s}}else{let P={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.type,parentSchema:c.properties.webhooks.properties.
signature,data:w};r===null?r=[P]:r.push(P),s++}var $r=V===s}if(l.challenge!==void 0){let w=l.challenge,V=s,te=s,Q=s;if(typeof w=="string"){if(!rt.test(w)){let g={
instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/challenge",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:w};r===null?r=[g]:r.push(g),s++}var Vo=te===
s,$r=V===s}if(l.told!==void 0){let w=l.told,V=s,te=s;if(Array.isArray(w)){if(w.length<1){let v={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhook\
s/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.
told,data:w};r===null?r=[v]:r.push(v),s++}let P=!0,g=w.length;for(let v=0;v<g;v++){let I=w[v],W=s,N=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.at===void 0){
let B={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.properties.webhooks.properties.told.items,data:I};r===
null?r=[B]:r.push(B),s++}if(I.fact===void 0){let B={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.
properties.webhooks.properties.told.items,data:I};r===null?r=[B]:r.push(B),s++}let J=s;for(let B in I)if(!(B==="at"||B==="fact")){let oe={instancePath:t+"/webho\
oks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.told.items,data:I};r===null?r=[oe]:r.push(oe),s++}if(I.at!==void 0){
let B=I.at,oe=s,Ne=s,it=s;if(typeof B=="string"){if(!rt.test(B)){let Pe={instancePath:t+"/webhooks/told/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:B};r===null?
r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+"/webhooks/told/"+v+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:se.type,parentSchema:se,data:B};r===null?r=[Pe]:r.push(Pe),s++}var Nh=Ne===s,Uo=oe===s}if(I.fact!==void 0){let B=I.fact,oe=s,Ne=c.properties.
webhooks.properties.told.items.properties.fact.enum;if(!(B==="id"||B==="model"||B==="created")){let Pe={instancePath:t+"/webhooks/told/"+v+"/fact",schemaPath:"#\
/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.told.items.properties.fact.
enum},message:"must be equal to one of the allowed values",schema:c.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:c.properties.webhooks.
properties.told.items.properties.fact,data:B};r===null?r=[Pe]:r.push(Pe),s++}var Uo=oe===s}}else{let J={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/propert\
ies/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.told.items.type,
parentSchema:c.properties.webhooks.properties.told.items,data:I};r===null?r=[J]:r.push(J),s++}var _r=W===s;_r||(P=!1)}}else{let P={instancePath:t+"/webhooks/tol\
d",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.
told.type,parentSchema:c.properties.webhooks.properties.told,data:w};r===null?r=[P]:r.push(P),s++}var $r=V===s}if(l.source!==void 0){let w=l.source,V=s,te=s,Q=s;
if(typeof w=="string"){if(ne(w)<1){let g={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:w};r===null?r=[g]:r.push(g),s++}var Rh=te===
s,$r=V===s}}else{let H={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.webhooks.type,parentSchema:c.properties.webhooks,data:l};r===null?r=[H]:r.push(H),s++}var u=qe===s}if(e.rateHeaders!==void 0){let l=e.rateHeaders,qe=s;
qs(l,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?qs.errors:r.concat(qs.errors),s=r.length);
var u=qe===s}if(e.upload!==void 0){let l=e.upload,qe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.method===void 0){let d={instancePath:t+"/upload",schemaPath:"\
#/properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:c.properties.upload.required,
parentSchema:c.properties.upload,data:l};r===null?r=[d]:r.push(d),s++}if(l.path===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.upload.required,parentSchema:c.properties.
upload,data:l};r===null?r=[d]:r.push(d),s++}if(l.reference===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",
params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:l};
r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:l};r===null?r=[d]:r.push(d),s++}
let X=s;for(let d in l)if(!(d==="method"||d==="path"||d==="field"||d==="reference"||d==="source")){let A={instancePath:t+"/upload",schemaPath:"#/properties/uplo\
ad/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
upload,data:l};r===null?r=[A]:r.push(A),s++}if(l.method!==void 0){let d=l.method,A=s,ae=c.properties.upload.properties.method.enum;if(!(d==="POST"||d==="PUT")){
let ge={instancePath:t+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:c.properties.upload.properties.
method.enum},message:"must be equal to one of the allowed values",schema:c.properties.upload.properties.method.enum,parentSchema:c.properties.upload.properties.
method,data:d};r===null?r=[ge]:r.push(ge),s++}var xr=A===s}if(l.path!==void 0){let d=l.path,A=s,ae=s,ge=s;if(typeof d=="string"){if(!Zt.test(d)){let w={instancePath:t+
"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:d};r===
null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:We.type,parentSchema:We,data:d};r===null?r=[w]:r.push(w),s++}var Eh=ae===s,xr=A===s}if(l.field!==void 0){let d=l.field,A=s,ae=s;if(typeof d=="string"){if(ne(
d)<1){let H={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/uploa\
d/field",schemaPath:"#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.upload.properties.
field.type,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[H]:r.push(H),s++}var xr=A===s}if(l.reference!==void 0){let d=l.reference,A=s,ae=s,
ge=s;if(typeof d=="string"){if(!rt.test(d)){let w={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:d};r===null?r=[w]:r.push(w),s++}}else{
let w={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,
data:d};r===null?r=[w]:r.push(w),s++}var Ih=ae===s,xr=A===s}if(l.source!==void 0){let d=l.source,A=s,ae=s,ge=s;if(typeof d=="string"){if(ne(d)<1){let w={instancePath:t+
"/upload/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var Mh=ae===s,xr=A===s}}else{let X={instancePath:t+"/upload",schemaPath:"#/p\
roperties/upload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.upload.type,parentSchema:c.properties.upload,data:l};r===
null?r=[X]:r.push(X),s++}var u=qe===s}if(e.operations!==void 0){let l=e.operations,qe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<
1){let d={instancePath:t+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer \
than 1 properties",schema:1,parentSchema:c.properties.operations,data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l)if(!(d==="video"||d==="image"||d===
"audio"||d==="mesh")){let A={instancePath:t+"/operations",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.operations,data:l};r===null?r=[A]:r.push(A),s++}if(l.video!==void 0){let d=l.video,
A=s;Lt(d,{instancePath:t+"/operations/video",parentData:l,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?Lt.errors:r.concat(Lt.errors),s=
r.length);var ua=A===s}if(l.image!==void 0){let d=l.image,A=s;Lt(d,{instancePath:t+"/operations/image",parentData:l,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||
(r=r===null?Lt.errors:r.concat(Lt.errors),s=r.length);var ua=A===s}if(l.audio!==void 0){let d=l.audio,A=s;Lt(d,{instancePath:t+"/operations/audio",parentData:l,
parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||(r=r===null?Lt.errors:r.concat(Lt.errors),s=r.length);var ua=A===s}if(l.mesh!==void 0){let d=l.mesh,A=s;
Lt(d,{instancePath:t+"/operations/mesh",parentData:l,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?Lt.errors:r.concat(Lt.errors),s=r.length);
var ua=A===s}}else{let X={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.properties.operations.type,parentSchema:c.properties.operations,data:l};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.errors!==void 0){let l=e.errors,
qe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.message===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"\
required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:c.properties.errors.required,parentSchema:c.properties.errors,
data:l};r===null?r=[d]:r.push(d),s++}if(l.code===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:l};r===null?r=[d]:r.push(d),s++}if(l.
proofs===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must ha\
ve required property 'proofs'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l)
if(!(d==="message"||d==="code"||d==="status"||d==="inside"||d==="proofs")){let A={instancePath:t+"/errors",schemaPath:"#/properties/errors/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors,data:l};r===
null?r=[A]:r.push(A),s++}if(l.message!==void 0){let d=l.message,A=s;xt(d,{instancePath:t+"/errors/message",parentData:l,parentDataProperty:"message",rootData:o,
dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var Jr=A===s}if(l.code!==void 0){let d=l.code,A=s;xt(d,{instancePath:t+"/errors/code",
parentData:l,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var Jr=A===s}if(l.status!==void 0){let d=l.
status,A=s,ae=s,ge=s;if(typeof d=="string"){if(!rt.test(d)){let w={instancePath:t+"/errors/status",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:d};r===null?r=[w]:r.push(
w),s++}}else{let w={instancePath:t+"/errors/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,
parentSchema:se,data:d};r===null?r=[w]:r.push(w),s++}var Lh=ae===s,Jr=A===s}if(l.inside!==void 0){let d=l.inside,A=s,ae=s;if(d&&typeof d=="object"&&!Array.isArray(
d)){if(d.at===void 0){let w={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.errors.properties.inside,data:d};
r===null?r=[w]:r.push(w),s++}if(d.source===void 0){let w={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"r\
equired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.
errors.properties.inside,data:d};r===null?r=[w]:r.push(w),s++}let H=s;for(let w in d)if(!(w==="at"||w==="unless"||w==="source")){let V={instancePath:t+"/errors/\
inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT h\
ave additional properties",schema:!1,parentSchema:c.properties.errors.properties.inside,data:d};r===null?r=[V]:r.push(V),s++}if(d.at!==void 0){let w=d.at,V=s,te=s,
Q=s;if(typeof w=="string"){if(!rt.test(w)){let P={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/\
([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:w};r===null?r=[P]:r.push(P),s++}}else{
let P={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,
data:w};r===null?r=[P]:r.push(P),s++}var b=te===s,$e=V===s}if(d.unless!==void 0){let w=d.unless,V=s;if(!Array.isArray(w)){let P={instancePath:t+"/errors/inside/\
unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.
errors.properties.inside.properties.unless.type,parentSchema:c.properties.errors.properties.inside.properties.unless,data:w};r===null?r=[P]:r.push(P),s++}let te=s;
var $e=V===s}if(d.source!==void 0){let w=d.source,V=s,te=s,Q=s;if(typeof w=="string"){if(ne(w)<1){let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$d\
efs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:w};r===null?r=[g]:r.push(
g),s++}}else{let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:w};r===null?r=[g]:r.push(g),s++}var gt=te===s,$e=V===s}}else{let H={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/pr\
operties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.errors.properties.inside.type,parentSchema:c.properties.
errors.properties.inside,data:d};r===null?r=[H]:r.push(H),s++}var Jr=A===s}if(l.proofs!==void 0){let d=l.proofs,A=s,ae=s;if(Array.isArray(d)){if(d.length<1){let V={
instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer tha\
n 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[V]:r.push(V),s++}let H=!0,w=d.length;for(let V=0;V<w;V++){let te=d[V],
Q=s,P=s;if(te&&typeof te=="object"&&!Array.isArray(te)){if(te.status===void 0){let v={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/propert\
ies/proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:c.properties.errors.properties.
proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?r=[v]:r.push(v),s++}if(te.proves===void 0){let v={instancePath:t+
"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?
r=[v]:r.push(v),s++}if(te.source===void 0){let v={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.
properties.errors.properties.proofs.items,data:te};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in te)if(!(v==="status"||v==="codes"||v==="says"||v==="proves"||
v==="means"||v==="source")){let I={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.proofs.items,
data:te};r===null?r=[I]:r.push(I),s++}if(te.status!==void 0){let v=te.status,I=s,W=s;if(typeof v=="string"){if(!Hh.test(v)){let N={instancePath:t+"/errors/proof\
s/"+V+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:c.properties.errors.properties.proofs.items.properties.status,data:v};r===
null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/errors/proofs/"+V+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.status.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.status,data:v};r===null?r=[N]:r.push(N),s++}var Bt=I===s}if(te.codes!==void 0){let v=te.codes,I=s,W=s;if(Array.isArray(
v)){if(v.length<1){let oe={instancePath:t+"/errors/proofs/"+V+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:v};
r===null?r=[oe]:r.push(oe),s++}let J=!0,B=v.length;for(let oe=0;oe<B;oe++){let Ne=v[oe],it=s;if(typeof Ne!="string"){let M={instancePath:t+"/errors/proofs/"+V+"\
/codes/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.errors.properties.proofs.items.properties.codes.items.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes.items,data:Ne};
r===null?r=[M]:r.push(M),s++}let Pe=s;var le=it===s;le||(J=!1)}}else{let J={instancePath:t+"/errors/proofs/"+V+"/codes",schemaPath:"#/properties/errors/properti\
es/proofs/items/properties/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.proofs.items.properties.
codes.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:v};r===null?r=[J]:r.push(J),s++}var Bt=I===s}if(te.says!==void 0){let v=te.
says,I=s,W=s;if(Array.isArray(v)){if(v.length<1){let oe={instancePath:t+"/errors/proofs/"+V+"/says",schemaPath:"#/properties/errors/properties/proofs/items/prop\
erties/says/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.
items.properties.says,data:v};r===null?r=[oe]:r.push(oe),s++}let J=!0,B=v.length;for(let oe=0;oe<B;oe++){let Ne=v[oe],it=s,Pe=s;if(typeof Ne=="string"){if(ne(Ne)<
1){let M={instancePath:t+"/errors/proofs/"+V+"/says/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.says.items,data:Ne};
r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/errors/proofs/"+V+"/says/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/properties/says\
/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:c.
properties.errors.properties.proofs.items.properties.says.items,data:Ne};r===null?r=[M]:r.push(M),s++}var f=it===s;f||(J=!1)}}else{let J={instancePath:t+"/error\
s/proofs/"+V+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:c.properties.errors.properties.proofs.items.properties.says.type,parentSchema:c.properties.errors.properties.proofs.items.properties.says,data:v};r===null?
r=[J]:r.push(J),s++}var Bt=I===s}if(te.proves!==void 0){let v=te.proves,I=s,W=c.properties.errors.properties.proofs.items.properties.proves.enum;if(!(v==="rejec\
ted"||v==="busy"||v==="credentials"||v==="payment"||v==="may-exist"||v==="unknown-model")){let J={instancePath:t+"/errors/proofs/"+V+"/proves",schemaPath:"#/pro\
perties/errors/properties/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:c.properties.errors.properties.proofs.items.properties.proves.
enum},message:"must be equal to one of the allowed values",schema:c.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:c.properties.errors.
properties.proofs.items.properties.proves,data:v};r===null?r=[J]:r.push(J),s++}var Bt=I===s}if(te.means!==void 0){let v=te.means,I=s,W=s;if(typeof v=="string"){
if(ne(v)<1){let J={instancePath:t+"/errors/proofs/"+V+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.means,data:v};
r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/errors/proofs/"+V+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.means.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.means,data:v};r===null?r=[J]:r.push(J),s++}var Bt=I===s}if(te.source!==void 0){let v=te.source,I=s,W=s,N=s;if(typeof v==
"string"){if(ne(v)<1){let B={instancePath:t+"/errors/proofs/"+V+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:re,data:v};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/errors/proofs/"+V+"/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:v};r===null?r=[B]:r.push(B),s++}var k=W===
s,Bt=I===s}}else{let g={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.errors.properties.proofs.items.type,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?r=[g]:r.push(
g),s++}var E=Q===s;E||(H=!1)}}else{let H={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"a\
rray"},message:"must be array",schema:c.properties.errors.properties.proofs.type,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[H]:r.push(
H),s++}var Jr=A===s}}else{let X={instancePath:t+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.errors.type,parentSchema:c.properties.errors,data:l};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.cancelRules!==void 0){let l=e.cancelRules,qe=s,St=s;
if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.queued===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"queued"},message:"must have required property 'queued'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:l};r===null?r=[d]:r.push(d),s++}if(l.processing===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"requ\
ired",params:{missingProperty:"processing"},message:"must have required property 'processing'",schema:c.properties.cancelRules.required,parentSchema:c.properties.
cancelRules,data:l};r===null?r=[d]:r.push(d),s++}if(l.ended===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"ended"},message:"must have required property 'ended'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:l};r===null?r=[d]:r.push(d),s++}if(l.cancelled===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"requi\
red",params:{missingProperty:"cancelled"},message:"must have required property 'cancelled'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",
params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l)if(!(d==="queued"||d==="processing"||d==="ended"||d==="cancelled"||d==="source")){let A={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:c.properties.cancelRules,data:l};r===null?r=[A]:r.push(A),s++}if(l.queued!==void 0){let d=l.queued,A=s,ae=s,ge=s,H=s,
w=s,V=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let te;if(d.body===void 0&&(te="body")||d.error===void 0&&(te="error")){let Q={};r===null?r=[Q]:r.push(Q),s++}}
var Fe=V===s;if(Fe){let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",
schema:C.allOf[0].not,parentSchema:C.allOf[0],data:d};r===null?r=[te]:r.push(te),s++}else s=w,r!==null&&(w?r.length=w:r=null);var Z=H===s;if(d&&typeof d=="objec\
t"&&!Array.isArray(d)){if(d.then===void 0){let Q={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"\
then"},message:"must have required property 'then'",schema:C.required,parentSchema:C,data:d};r===null?r=[Q]:r.push(Q),s++}let te=s;for(let Q in d)if(!(Q==="then"||
Q==="status"||Q==="body"||Q==="error")){let P={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProp\
erties",params:{additionalProperty:Q},message:"must NOT have additional properties",schema:!1,parentSchema:C,data:d};r===null?r=[P]:r.push(P),s++}if(d.then!==void 0){
let Q=d.then,P=s,g=C.properties.then.enum;if(!(Q==="cancelled"||Q==="goes-on"||Q==="removed"||Q==="refused")){let v={instancePath:t+"/cancelRules/queued/then",schemaPath:"\
#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:C.properties.then.enum},message:"must be equal to one of the allowed values",schema:C.
properties.then.enum,parentSchema:C.properties.then,data:Q};r===null?r=[v]:r.push(v),s++}var _=P===s}if(d.status!==void 0){let Q=d.status,P=s;if(!(typeof Q=="nu\
mber"&&!(Q%1)&&!isNaN(Q))){let I={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:C.properties.status.type,parentSchema:C.properties.status,data:Q};r===null?r=[I]:r.push(I),s++}let g=s;if(typeof Q=="\
number"){if(Q>599||isNaN(Q)){let I={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{
comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:C.properties.status,data:Q};r===null?r=[I]:r.push(I),s++}if(Q<200||isNaN(Q)){let I={
instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"\
must be >= 200",schema:200,parentSchema:C.properties.status,data:Q};r===null?r=[I]:r.push(I),s++}}var _=P===s}if(d.error!==void 0){let Q=d.error,P=s,g=s;if(Q&&typeof Q==
"object"&&!Array.isArray(Q)){if(Q.code===void 0){let W={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"\
required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:C.properties.error.required,parentSchema:C.properties.error,data:Q};
r===null?r=[W]:r.push(W),s++}if(Q.message===void 0){let W={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",
keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:C.properties.error.required,parentSchema:C.properties.
error,data:Q};r===null?r=[W]:r.push(W),s++}let I=s;for(let W in Q)if(!(W==="code"||W==="message")){let N={instancePath:t+"/cancelRules/queued/error",schemaPath:"\
#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:C.properties.error,data:Q};r===null?r=[N]:r.push(N),s++}if(Q.code!==void 0){let W=Q.code,N=s,J=s;if(typeof W=="string"){if(ne(W)<1){
let B={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:C.properties.error.properties.code,data:W};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+
"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:C.properties.error.properties.code.type,parentSchema:C.properties.error.properties.code,data:W};r===null?r=[B]:r.push(B),s++}var q=N===s}if(Q.message!==
void 0){let W=Q.message,N=s,J=s;if(typeof W=="string"){if(ne(W)<1){let oe={instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/pro\
perties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:C.properties.
error.properties.message,data:W};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/\
properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:C.properties.error.properties.message.type,parentSchema:C.
properties.error.properties.message,data:W};r===null?r=[oe]:r.push(oe),s++}var q=N===s}}else{let I={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$de\
fs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:C.properties.error.type,parentSchema:C.properties.error,
data:Q};r===null?r=[I]:r.push(I),s++}var _=P===s}}else{let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:C.type,parentSchema:C,data:d};r===null?r=[te]:r.push(te),s++}var ie=ae===s,ke=A===s}if(l.processing!==void 0){let d=l.
processing,A=s,ae=s,ge=s,H=s,w=s,V=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="error")){let P={};
r===null?r=[P]:r.push(P),s++}}var ve=V===s;if(ve){let Q={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},
message:"must NOT be valid",schema:C.allOf[0].not,parentSchema:C.allOf[0],data:d};r===null?r=[Q]:r.push(Q),s++}else s=w,r!==null&&(w?r.length=w:r=null);var ee=H===
s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let P={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/required",keyword:"\
required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:C.required,parentSchema:C,data:d};r===null?r=[P]:r.push(P),s++}let Q=s;
for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P==="error")){let g={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/additiona\
lProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:C,data:d};r===null?
r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,v=C.properties.then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refused")){let I={instancePath:t+
"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:C.properties.then.enum},message:"must b\
e equal to one of the allowed values",schema:C.properties.then.enum,parentSchema:C.properties.then,data:P};r===null?r=[I]:r.push(I),s++}var G=g===s}if(d.status!==
void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let W={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/pr\
operties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:C.properties.status.type,parentSchema:C.properties.status,data:P};
r===null?r=[W]:r.push(W),s++}let v=s;if(typeof P=="number"){if(P>599||isNaN(P)){let W={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cance\
lRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:C.properties.status,data:P};
r===null?r=[W]:r.push(W),s++}if(P<200||isNaN(P)){let W={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",
keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:C.properties.status,data:P};r===null?r=[W]:r.push(W),s++}}
var G=g===s}if(d.error!==void 0){let P=d.error,g=s,v=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.code===void 0){let N={instancePath:t+"/cancelRules/proc\
essing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property \
'code'",schema:C.properties.error.required,parentSchema:C.properties.error,data:P};r===null?r=[N]:r.push(N),s++}if(P.message===void 0){let N={instancePath:t+"/c\
ancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have \
required property 'message'",schema:C.properties.error.required,parentSchema:C.properties.error,data:P};r===null?r=[N]:r.push(N),s++}let W=s;for(let N in P)if(!(N===
"code"||N==="message")){let J={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:C.properties.error,data:P};r===null?r=[J]:
r.push(J),s++}if(P.code!==void 0){let N=P.code,J=s,B=s;if(typeof N=="string"){if(ne(N)<1){let oe={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:C.
properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"#/$defs/ca\
ncelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:C.properties.error.properties.code.type,parentSchema:C.
properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}var Je=J===s}if(P.message!==void 0){let N=P.message,J=s,B=s;if(typeof N=="string"){if(ne(
N)<1){let Ne={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:C.properties.error.properties.message,data:N};r===null?r=[Ne]:r.push(
Ne),s++}}else{let Ne={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:C.properties.error.properties.message.type,parentSchema:C.properties.error.properties.message,data:N};
r===null?r=[Ne]:r.push(Ne),s++}var Je=J===s}}else{let W={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:C.properties.error.type,parentSchema:C.properties.error,data:P};r===null?r=[W]:r.push(W),s++}var G=g===
s}}else{let Q={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:C.
type,parentSchema:C,data:d};r===null?r=[Q]:r.push(Q),s++}var nt=ae===s,ke=A===s}if(l.ended!==void 0){let d=l.ended,A=s,ae=s,ge=s,H=s,w=s,V=s;if(d&&typeof d=="ob\
ject"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="error")){let P={};r===null?r=[P]:r.push(P),s++}}var Qe=V===s;if(Qe){let Q={
instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:C.allOf[0].not,parentSchema:C.
allOf[0],data:d};r===null?r=[Q]:r.push(Q),s++}else s=w,r!==null&&(w?r.length=w:r=null);var Ae=H===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){
let P={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have requir\
ed property 'then'",schema:C.required,parentSchema:C,data:d};r===null?r=[P]:r.push(P),s++}let Q=s;for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P===
"error")){let g={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},
message:"must NOT have additional properties",schema:!1,parentSchema:C,data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,v=C.properties.
then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refused")){let I={instancePath:t+"/cancelRules/ended/then",schemaPath:"#/$defs/cancelRule/pro\
perties/then/enum",keyword:"enum",params:{allowedValues:C.properties.then.enum},message:"must be equal to one of the allowed values",schema:C.properties.then.enum,
parentSchema:C.properties.then,data:P};r===null?r=[I]:r.push(I),s++}var he=g===s}if(d.status!==void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(
P))){let W={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"mu\
st be integer",schema:C.properties.status.type,parentSchema:C.properties.status,data:P};r===null?r=[W]:r.push(W),s++}let v=s;if(typeof P=="number"){if(P>599||isNaN(
P)){let W={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:C.properties.status,data:P};r===null?r=[W]:r.push(W),s++}if(P<200||isNaN(P)){let W={instancePath:t+"/cancelRule\
s/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,
parentSchema:C.properties.status,data:P};r===null?r=[W]:r.push(W),s++}}var he=g===s}if(d.error!==void 0){let P=d.error,g=s,v=s;if(P&&typeof P=="object"&&!Array.
isArray(P)){if(P.code===void 0){let N={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{
missingProperty:"code"},message:"must have required property 'code'",schema:C.properties.error.required,parentSchema:C.properties.error,data:P};r===null?r=[N]:r.
push(N),s++}if(P.message===void 0){let N={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",
params:{missingProperty:"message"},message:"must have required property 'message'",schema:C.properties.error.required,parentSchema:C.properties.error,data:P};r===
null?r=[N]:r.push(N),s++}let W=s;for(let N in P)if(!(N==="code"||N==="message")){let J={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule\
/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:C.
properties.error,data:P};r===null?r=[J]:r.push(J),s++}if(P.code!==void 0){let N=P.code,J=s,B=s;if(typeof N=="string"){if(ne(N)<1){let oe={instancePath:t+"/cance\
lRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have \
fewer than 1 characters",schema:1,parentSchema:C.properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRu\
les/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:C.
properties.error.properties.code.type,parentSchema:C.properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}var _e=J===s}if(P.message!==void 0){
let N=P.message,J=s,B=s;if(typeof N=="string"){if(ne(N)<1){let Ne={instancePath:t+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/properties/e\
rror/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:C.properties.error.
properties.message,data:N};r===null?r=[Ne]:r.push(Ne),s++}}else{let Ne={instancePath:t+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/propert\
ies/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:C.properties.error.properties.message.type,parentSchema:C.
properties.error.properties.message,data:N};r===null?r=[Ne]:r.push(Ne),s++}var _e=J===s}}else{let W={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$de\
fs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:C.properties.error.type,parentSchema:C.properties.error,
data:P};r===null?r=[W]:r.push(W),s++}var he=g===s}}else{let Q={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:C.type,parentSchema:C,data:d};r===null?r=[Q]:r.push(Q),s++}var Et=ae===s,ke=A===s}if(l.cancelled!==void 0){let d=l.cancelled,
A=s,ae=s,ge=s,H=s,w=s,V=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="error")){let P={};r===null?r=
[P]:r.push(P),s++}}var yt=V===s;if(yt){let Q={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"\
must NOT be valid",schema:C.allOf[0].not,parentSchema:C.allOf[0],data:d};r===null?r=[Q]:r.push(Q),s++}else s=w,r!==null&&(w?r.length=w:r=null);var $t=H===s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let P={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/required",keyword:"requ\
ired",params:{missingProperty:"then"},message:"must have required property 'then'",schema:C.required,parentSchema:C,data:d};r===null?r=[P]:r.push(P),s++}let Q=s;
for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P==="error")){let g={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/additional\
Properties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:C,data:d};r===null?
r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,v=C.properties.then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refused")){let I={instancePath:t+
"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:C.properties.then.enum},message:"must be\
 equal to one of the allowed values",schema:C.properties.then.enum,parentSchema:C.properties.then,data:P};r===null?r=[I]:r.push(I),s++}var Kt=g===s}if(d.status!==
void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let W={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/pro\
perties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:C.properties.status.type,parentSchema:C.properties.status,data:P};r===
null?r=[W]:r.push(W),s++}let v=s;if(typeof P=="number"){if(P>599||isNaN(P)){let W={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule\
/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:C.properties.status,data:P};r===
null?r=[W]:r.push(W),s++}if(P<200||isNaN(P)){let W={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"\
minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:C.properties.status,data:P};r===null?r=[W]:r.push(W),s++}}var Kt=g===
s}if(d.error!==void 0){let P=d.error,g=s,v=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.code===void 0){let N={instancePath:t+"/cancelRules/cancelled/erro\
r",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:C.
properties.error.required,parentSchema:C.properties.error,data:P};r===null?r=[N]:r.push(N),s++}if(P.message===void 0){let N={instancePath:t+"/cancelRules/cancel\
led/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property \
'message'",schema:C.properties.error.required,parentSchema:C.properties.error,data:P};r===null?r=[N]:r.push(N),s++}let W=s;for(let N in P)if(!(N==="code"||N==="\
message")){let J={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:C.properties.error,data:P};r===null?r=[J]:r.push(J),s++}
if(P.code!==void 0){let N=P.code,J=s,B=s;if(typeof N=="string"){if(ne(N)<1){let oe={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cance\
lRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:C.properties.
error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cancelRule/pro\
perties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:C.properties.error.properties.code.type,parentSchema:C.
properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}var Dr=J===s}if(P.message!==void 0){let N=P.message,J=s,B=s;if(typeof N=="string"){if(ne(
N)<1){let Ne={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:C.properties.error.properties.message,data:N};r===null?r=[Ne]:r.push(
Ne),s++}}else{let Ne={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:C.properties.error.properties.message.type,parentSchema:C.properties.error.properties.message,data:N};
r===null?r=[Ne]:r.push(Ne),s++}var Dr=J===s}}else{let W={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:C.properties.error.type,parentSchema:C.properties.error,data:P};r===null?r=[W]:r.push(W),s++}var Kt=g===
s}}else{let Q={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:C.
type,parentSchema:C,data:d};r===null?r=[Q]:r.push(Q),s++}var zr=ae===s,ke=A===s}if(l.source!==void 0){let d=l.source,A=s,ae=s,ge=s;if(typeof d=="string"){if(ne(
d)<1){let w={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var Pc=ae===s,ke=A===s}}else{let X={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.cancelRules.type,parentSchema:c.
properties.cancelRules,data:l};r===null?r=[X]:r.push(X),s++}var u=qe===s}if(e.disagreements!==void 0){let l=e.disagreements,qe=s,St=s;if(Array.isArray(l)){let X=!0,
d=l.length;for(let A=0;A<d;A++){let ae=l[A],ge=s,H=s;if(ae&&typeof ae=="object"&&!Array.isArray(ae)){if(ae.topic===void 0){let V={instancePath:t+"/disagreements\
/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:c.
properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ae};r===null?r=[V]:r.push(V),s++}if(ae.between===void 0){let V={instancePath:t+
"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required pro\
perty 'between'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ae};r===null?r=[V]:r.push(V),s++}if(ae.follows===
void 0){let V={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"\
must have required property 'follows'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ae};r===null?r=[V]:r.
push(V),s++}let w=s;for(let V in ae)if(!(V==="topic"||V==="between"||V==="follows")){let te={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagre\
ements/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:V},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.disagreements.items,data:ae};r===null?r=[te]:r.push(te),s++}if(ae.topic!==void 0){let V=ae.topic,te=s,Q=s;if(typeof V=="string"){if(ne(V)<1){let P={instancePath:t+
"/disagreements/"+A+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.topic,data:V};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+
"/disagreements/"+A+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.disagreements.items.properties.topic.type,parentSchema:c.properties.disagreements.items.properties.topic,data:V};r===null?r=[P]:r.push(P),s++}
var It=te===s}if(ae.between!==void 0){let V=ae.between,te=s,Q=s;if(Array.isArray(V)){if(V.length<1){let I={instancePath:t+"/disagreements/"+A+"/between",schemaPath:"\
#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.disagreements.items.properties.between,data:V};r===null?r=[I]:r.push(I),s++}let g=!0,v=V.length;for(let I=0;I<v;I++){let W=V[I],N=s,J=s,B=s;if(typeof W==
"string"){if(ne(W)<1){let oe={instancePath:t+"/disagreements/"+A+"/between/"+I,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:W};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/disagreements/"+A+"/betwee\
n/"+I,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:W};r===null?r=[oe]:r.push(
oe),s++}var bt=J===s,gr=N===s;gr||(g=!1)}}else{let g={instancePath:t+"/disagreements/"+A+"/between",schemaPath:"#/properties/disagreements/items/properties/betw\
een/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.disagreements.items.properties.between.type,parentSchema:c.properties.
disagreements.items.properties.between,data:V};r===null?r=[g]:r.push(g),s++}var It=te===s}if(ae.follows!==void 0){let V=ae.follows,te=s,Q=s;if(typeof V=="string"){
if(ne(V)<1){let g={instancePath:t+"/disagreements/"+A+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.follows,data:V};r===null?r=[g]:
r.push(g),s++}}else{let g={instancePath:t+"/disagreements/"+A+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.disagreements.items.properties.follows.type,parentSchema:c.properties.disagreements.items.properties.
follows,data:V};r===null?r=[g]:r.push(g),s++}var It=te===s}}else{let w={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.disagreements.items.type,parentSchema:c.properties.disagreements.items,data:ae};r===null?
r=[w]:r.push(w),s++}var la=ge===s;la||(X=!1)}}else{let X={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:c.properties.disagreements.type,parentSchema:c.properties.disagreements,data:l};r===null?r=[X]:r.push(X),s++}var u=qe===s}}else{
let on={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.type,parentSchema:c,data:e};r===null?r=[on]:r.
push(on),s++}return pn.errors=r,s===0}pn.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Rs=ce(Ze=>{"use strict";Object.defineProperty(Ze,"__esModule",{value:!0});Ze.regexpCode=Ze.getEsmExportName=Ze.getProperty=Ze.safeStringify=Ze.stringify=Ze.
strConcat=Ze.addCodeArg=Ze.str=Ze._=Ze.nil=Ze._Code=Ze.Name=Ze.IDENTIFIER=Ze._CodeOrName=void 0;var va=class{};Ze._CodeOrName=va;Ze.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var is=class extends va{constructor(t){if(super(),!Ze.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};Ze.Name=is;var Xt=class extends va{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?
t:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof
is&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Ze._Code=Xt;Ze.nil=new Xt("");function Xc(e,...t){let a=[e[0]],n=0;for(;n<t.length;)Yo(a,t[n]),a.push(e[++n]);return new Xt(
a)}Ze._=Xc;var Xo=new Xt("+");function Yc(e,...t){let a=[ka(e[0])],n=0;for(;n<t.length;)a.push(Xo),Yo(a,t[n]),a.push(Xo,ka(e[++n]));return ly(a),new Xt(a)}Ze.str=
Yc;function Yo(e,t){t instanceof Xt?e.push(...t._items):t instanceof is?e.push(t):e.push(hy(t))}Ze.addCodeArg=Yo;function ly(e){let t=1;for(;t<e.length-1;){if(e[t]===
Xo){let a=my(e[t-1],e[t+1]);if(a!==void 0){e.splice(t-1,3,a);continue}e[t++]="+"}t++}}function my(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="s\
tring")return t instanceof is||e[e.length-1]!=='"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="st\
ring"&&t[0]==='"'&&!(e instanceof is))return`"${e}${t.slice(1)}`}function fy(e,t){return t.emptyStr()?e:e.emptyStr()?t:Yc`${e}${t}`}Ze.strConcat=fy;function hy(e){
return typeof e=="number"||typeof e=="boolean"||e===null?e:ka(Array.isArray(e)?e.join(","):e)}function yy(e){return new Xt(ka(e))}Ze.stringify=yy;function ka(e){
return JSON.stringify(e).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}Ze.safeStringify=ka;function gy(e){return typeof e=="string"&&Ze.IDENTIFIER.test(
e)?new Xt(`.${e}`):Xc`[${e}]`}Ze.getProperty=gy;function by(e){if(typeof e=="string"&&Ze.IDENTIFIER.test(e))return new Xt(`${e}`);throw new Error(`CodeGen: inva\
lid export name: ${e}, use explicit $id name mapping`)}Ze.getEsmExportName=by;function wy(e){return new Xt(e.toString())}Ze.regexpCode=wy});var ri=ce(Jt=>{"use strict";Object.defineProperty(Jt,"__esModule",{value:!0});Jt.ValueScope=Jt.ValueScopeName=Jt.Scope=Jt.varKinds=Jt.UsedValueState=void 0;var Ut=Rs(),
ei=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},fn;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(fn||(Jt.UsedValueState=fn={}));Jt.varKinds={const:new Ut.Name("const"),let:new Ut.Name("let"),var:new Ut.Name("var")};var hn=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof Ut.Name?t:this.name(t)}name(t){return new Ut.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};Jt.Scope=hn;var yn=class extends Ut.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,Ut._)`.${new Ut.Name(a)}[${n}]`}};Jt.ValueScopeName=yn;var vy=(0,Ut._)`\n`,ti=class extends hn{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?vy:Ut.nil}}get(){return this._scope}name(t){return new yn(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let u=s.get(r);if(u)return u}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),m=p.length;return p[m]=a.ref,o.setValue(a,{property:i,itemIndex:m}),o}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,Ut._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(t,a,n={},o){let i=Ut.nil;for(let r in t){let s=t[r];if(!s)continue;let p=n[r]=n[r]||new Map;
s.forEach(m=>{if(p.has(m))return;p.set(m,fn.Started);let u=a(m);if(u){let h=this.opts.es5?Jt.varKinds.var:Jt.varKinds.const;i=(0,Ut._)`${i}${h} ${m} = ${u};${this.
opts._n}`}else if(u=o?.(m))i=(0,Ut._)`${i}${u}${this.opts._n}`;else throw new ei(m);p.set(m,fn.Completed)})}return i}};Jt.ValueScope=ti});var Ve=ce(Le=>{"use strict";Object.defineProperty(Le,"__esModule",{value:!0});Le.or=Le.and=Le.not=Le.CodeGen=Le.operators=Le.varKinds=Le.ValueScopeName=Le.ValueScope=
Le.Scope=Le.Name=Le.regexpCode=Le.stringify=Le.getProperty=Le.nil=Le.strConcat=Le.str=Le._=void 0;var Ke=Rs(),pr=ri(),Kr=Rs();Object.defineProperty(Le,"_",{enumerable:!0,
get:function(){return Kr._}});Object.defineProperty(Le,"str",{enumerable:!0,get:function(){return Kr.str}});Object.defineProperty(Le,"strConcat",{enumerable:!0,
get:function(){return Kr.strConcat}});Object.defineProperty(Le,"nil",{enumerable:!0,get:function(){return Kr.nil}});Object.defineProperty(Le,"getProperty",{enumerable:!0,
get:function(){return Kr.getProperty}});Object.defineProperty(Le,"stringify",{enumerable:!0,get:function(){return Kr.stringify}});Object.defineProperty(Le,"rege\
xpCode",{enumerable:!0,get:function(){return Kr.regexpCode}});Object.defineProperty(Le,"Name",{enumerable:!0,get:function(){return Kr.Name}});var vn=ri();Object.
defineProperty(Le,"Scope",{enumerable:!0,get:function(){return vn.Scope}});Object.defineProperty(Le,"ValueScope",{enumerable:!0,get:function(){return vn.ValueScope}});
Object.defineProperty(Le,"ValueScopeName",{enumerable:!0,get:function(){return vn.ValueScopeName}});Object.defineProperty(Le,"varKinds",{enumerable:!0,get:function(){
return vn.varKinds}});Le.operators={GT:new Ke._Code(">"),GTE:new Ke._Code(">="),LT:new Ke._Code("<"),LTE:new Ke._Code("<="),EQ:new Ke._Code("==="),NEQ:new Ke._Code(
"!=="),NOT:new Ke._Code("!"),OR:new Ke._Code("||"),AND:new Ke._Code("&&"),ADD:new Ke._Code("+")};var Nr=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
si=class extends Nr{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?pr.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=Is(this.rhs,t,a)),this}get names(){return this.
rhs instanceof Ke._CodeOrName?this.rhs.names:{}}},gn=class extends Nr{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof Ke.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=Is(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof Ke.Name?{}:{...this.lhs.names};return wn(t,this.rhs)}},ai=class extends gn{constructor(t,a,n,o){super(t,n,o),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},ni=class extends Nr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
oi=class extends Nr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},ii=class extends Nr{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},pi=class extends Nr{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=Is(this.code,t,a),this}get names(){return this.
code instanceof Ke._CodeOrName?this.code.names:{}}},Pa=class extends Nr{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(t,a)||(ky(t,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>ds(t,a.names),{})}},Rr=class extends Pa{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},ci=class extends Pa{},Es=class extends Rr{};
Es.kind="else";var ps=class e extends Rr{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Es(n):n}if(a)return t===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(ed(t),a instanceof e?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=Is(this.condition,t,a),this}get names(){let t=super.names;return wn(t,this.condition),this.else&&ds(t,this.else.names),t}};ps.kind=
"if";var cs=class extends Rr{};cs.kind="for";var di=class extends cs{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=Is(this.iteration,t,a),this}get names(){return ds(super.names,this.iteration.names)}},ui=class extends cs{constructor(t,a,n,o){
super(),this.varKind=t,this.name=a,this.from=n,this.to=o}render(t){let a=t.es5?pr.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(t)}get names(){let t=wn(super.names,this.from);return wn(t,this.to)}},bn=class extends cs{constructor(t,a,n,o){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=Is(this.iterable,t,a),this}get names(){return ds(super.names,this.iterable.names)}},$a=class extends Rr{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};$a.kind="func";var Sa=class extends Pa{render(t){
return"return "+super.render(t)}};Sa.kind="return";var li=class extends Rr{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,o;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&ds(t,this.catch.names),this.finally&&ds(t,this.finally.names),
t}},_a=class extends Rr{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};_a.kind="catch";var xa=class extends Rr{render(t){
return"finally"+super.render(t)}};xa.kind="finally";var mi=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new pr.Scope({parent:t}),this._nodes=[new ci]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new si(t,i,n)),i}const(t,a,n){return this.
_def(pr.varKinds.const,t,a,n)}let(t,a,n){return this._def(pr.varKinds.let,t,a,n)}var(t,a,n){return this._def(pr.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new gn(t,a,n))}add(t,a){return this._leafNode(new ai(t,Le.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==Ke.nil&&this._leafNode(new pi(t)),this}object(...t){
let a=["{"];for(let[n,o]of t)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,Ke.addCodeArg)(a,o));return a.push("}"),new Ke._Code(a)}if(t,a,n){
if(this._blockNode(new ps(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new ps(t))}else(){return this._elseNode(new Es)}endIf(){return this._endBlockNode(ps,Es)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new di(t),a)}forRange(t,a,n,o,i=this.opts.es5?pr.varKinds.var:pr.varKinds.let){let r=this.
_scope.toName(t);return this._for(new ui(i,r,a,n),()=>o(r))}forOf(t,a,n,o=pr.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=a instanceof Ke.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,Ke._)`${r}.length`,s=>{this.var(i,(0,Ke._)`${r}[${s}]`),n(i)})}return this._for(new bn("of",o,i,a),()=>n(
i))}forIn(t,a,n,o=this.opts.es5?pr.varKinds.var:pr.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,Ke._)`Object.keys(${a})`,n);let i=this._scope.
toName(t);return this._for(new bn("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(cs)}label(t){return this._leafNode(new ni(t))}break(t){return this._leafNode(
new oi(t))}return(t){let a=new Sa;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
Sa)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new li;if(this._blockNode(o),this.code(t),a){let i=this.name("e");
this._currNode=o.catch=new _a(i),a(i)}return n&&(this._currNode=o.finally=new xa,this.code(n)),this._endBlockNode(_a,xa)}throw(t){return this._leafNode(new ii(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=Ke.nil,n,o){return this._blockNode(new $a(t,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode($a)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof ps))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};Le.CodeGen=mi;function ds(e,t){for(let a in t)e[a]=(e[a]||0)+(t[a]||0);return e}function wn(e,t){return t instanceof Ke._CodeOrName?ds(e,t.names):
e}function Is(e,t,a){if(e instanceof Ke.Name)return n(e);if(!o(e))return e;return new Ke._Code(e._items.reduce((i,r)=>(r instanceof Ke.Name&&(r=n(r)),r instanceof
Ke._Code?i.push(...r._items):i.push(r),i),[]));function n(i){let r=a[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
Ke._Code&&i._items.some(r=>r instanceof Ke.Name&&t[r.str]===1&&a[r.str]!==void 0)}}function ky(e,t){for(let a in t)e[a]=(e[a]||0)-(t[a]||0)}function ed(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,Ke._)`!${fi(e)}`}Le.not=ed;var Py=td(Le.operators.AND);function $y(...e){return e.reduce(Py)}Le.and=$y;var Sy=td(Le.
operators.OR);function _y(...e){return e.reduce(Sy)}Le.or=_y;function td(e){return(t,a)=>t===Ke.nil?a:a===Ke.nil?t:(0,Ke._)`${fi(t)} ${e} ${fi(a)}`}function fi(e){
return e instanceof Ke.Name?e:(0,Ke._)`(${e})`}});var Be=ce(Ue=>{"use strict";Object.defineProperty(Ue,"__esModule",{value:!0});Ue.checkStrictMode=Ue.getErrorPath=Ue.Type=Ue.useFunc=Ue.setEvaluated=Ue.evaluatedPropsToName=
Ue.mergeEvaluated=Ue.eachItem=Ue.unescapeJsonPointer=Ue.escapeJsonPointer=Ue.escapeFragment=Ue.unescapeFragment=Ue.schemaRefOrVal=Ue.schemaHasRulesButRef=Ue.schemaHasRules=
Ue.checkUnknownRules=Ue.alwaysValidSchema=Ue.toHash=void 0;var ot=Ve(),xy=Rs();function qy(e){let t={};for(let a of e)t[a]=!0;return t}Ue.toHash=qy;function Oy(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(ad(e,t),!nd(t,e.self.RULES.all))}Ue.alwaysValidSchema=Oy;function ad(e,t=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof t=="boolean")return;let o=n.RULES.keywords;for(let i in t)o[i]||pd(e,`unknown keyword: "${i}"`)}Ue.checkUnknownRules=ad;function nd(e,t){
if(typeof e=="boolean")return!e;for(let a in e)if(t[a])return!0;return!1}Ue.schemaHasRules=nd;function jy(e,t){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&t.all[a])return!0;return!1}Ue.schemaHasRulesButRef=jy;function Ty({topSchemaRef:e,schemaPath:t},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,ot._)`${a}`}return(0,ot._)`${e}${t}${(0,ot.getProperty)(n)}`}Ue.schemaRefOrVal=Ty;function Ay(e){return od(decodeURIComponent(
e))}Ue.unescapeFragment=Ay;function Ny(e){return encodeURIComponent(yi(e))}Ue.escapeFragment=Ny;function yi(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}Ue.escapeJsonPointer=yi;function od(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}Ue.unescapeJsonPointer=od;function Ry(e,t){if(Array.
isArray(e))for(let a of e)t(a);else t(e)}Ue.eachItem=Ry;function rd({mergeNames:e,mergeToName:t,mergeValues:a,resultToName:n}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof ot.Name?(i instanceof ot.Name?e(o,i,r):t(o,i,r),r):i instanceof ot.Name?(t(o,r,i),i):a(i,r);return s===ot.Name&&!(p instanceof ot.Name)?n(o,p):p}}
Ue.mergeEvaluated={props:rd({mergeNames:(e,t,a)=>e.if((0,ot._)`${a} !== true && ${t} !== undefined`,()=>{e.if((0,ot._)`${t} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,ot._)`${a} || {}`).code((0,ot._)`Object.assign(${a}, ${t})`))}),mergeToName:(e,t,a)=>e.if((0,ot._)`${a} !== true`,()=>{t===!0?e.assign(a,!0):(e.assign(a,(0,ot.
_)`${a} || {}`),gi(e,a,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:id}),items:rd({mergeNames:(e,t,a)=>e.if((0,ot._)`${a} !== true && ${t} !== undefined`,
()=>e.assign(a,(0,ot._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(e,t,a)=>e.if((0,ot._)`${a} !== true`,()=>e.assign(a,t===!0?!0:(0,ot._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function id(e,t){if(t===!0)return e.var("props",!0);let a=e.var("props",(0,ot.
_)`{}`);return t!==void 0&&gi(e,a,t),a}Ue.evaluatedPropsToName=id;function gi(e,t,a){Object.keys(a).forEach(n=>e.assign((0,ot._)`${t}${(0,ot.getProperty)(n)}`,!0))}
Ue.setEvaluated=gi;var sd={};function Ey(e,t){return e.scopeValue("func",{ref:t,code:sd[t.code]||(sd[t.code]=new xy._Code(t.code))})}Ue.useFunc=Ey;var hi;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(hi||(Ue.Type=hi={}));function Iy(e,t,a){if(e instanceof ot.Name){let n=t===hi.Num;return a?n?(0,ot._)`"[" + ${e} + "]"`:(0,ot.
_)`"['" + ${e} + "']"`:n?(0,ot._)`"/" + ${e}`:(0,ot._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,ot.getProperty)(e).toString():"/"+yi(e)}
Ue.getErrorPath=Iy;function pd(e,t,a=e.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);e.self.logger.warn(t)}}Ue.checkStrictMode=pd});var Er=ce(bi=>{"use strict";Object.defineProperty(bi,"__esModule",{value:!0});var Tt=Ve(),My={data:new Tt.Name("data"),valCxt:new Tt.Name("valCxt"),instancePath:new Tt.
Name("instancePath"),parentData:new Tt.Name("parentData"),parentDataProperty:new Tt.Name("parentDataProperty"),rootData:new Tt.Name("rootData"),dynamicAnchors:new Tt.
Name("dynamicAnchors"),vErrors:new Tt.Name("vErrors"),errors:new Tt.Name("errors"),this:new Tt.Name("this"),self:new Tt.Name("self"),scope:new Tt.Name("scope"),
json:new Tt.Name("json"),jsonPos:new Tt.Name("jsonPos"),jsonLen:new Tt.Name("jsonLen"),jsonPart:new Tt.Name("jsonPart")};bi.default=My});var qa=ce(At=>{"use strict";Object.defineProperty(At,"__esModule",{value:!0});At.extendErrors=At.resetErrorsCount=At.reportExtraError=At.reportError=At.keyword$DataError=
At.keywordError=void 0;var Ge=Ve(),kn=Be(),Ft=Er();At.keywordError={message:({keyword:e})=>(0,Ge.str)`must pass "${e}" keyword validation`};At.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,Ge.str)`"${e}" keyword must be ${t} ($data)`:(0,Ge.str)`"${e}" keyword is invalid ($data)`};function Ly(e,t=At.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=ud(e,t,a);n??(r||s)?cd(i,p):dd(o,(0,Ge._)`[${p}]`)}At.reportError=Ly;function Fy(e,t=At.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:r}=n,s=ud(e,t,a);cd(o,s),i||r||dd(n,Ft.default.vErrors)}At.reportExtraError=Fy;function Vy(e,t){e.assign(Ft.default.errors,
t),e.if((0,Ge._)`${Ft.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,Ge._)`${Ft.default.vErrors}.length`,t),()=>e.assign(Ft.default.vErrors,null)))}At.resetErrorsCount=
Vy;function Uy({gen:e,keyword:t,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,Ft.default.errors,s=>{e.const(r,(0,Ge._)`${Ft.default.vErrors}[${s}]`),e.if((0,Ge._)`${r}.instancePath === undefined`,()=>e.assign((0,Ge._)`${r}.instancePath`,
(0,Ge.strConcat)(Ft.default.instancePath,i.errorPath))),e.assign((0,Ge._)`${r}.schemaPath`,(0,Ge.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,Ge.
_)`${r}.schema`,a),e.assign((0,Ge._)`${r}.data`,n))})}At.extendErrors=Uy;function cd(e,t){let a=e.const("err",t);e.if((0,Ge._)`${Ft.default.vErrors} === null`,()=>e.
assign(Ft.default.vErrors,(0,Ge._)`[${a}]`),(0,Ge._)`${Ft.default.vErrors}.push(${a})`),e.code((0,Ge._)`${Ft.default.errors}++`)}function dd(e,t){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,Ge._)`new ${e.ValidationError}(${t})`):(a.assign((0,Ge._)`${n}.errors`,t),a.return(!1))}var us={keyword:new Ge.Name("keyword"),
schemaPath:new Ge.Name("schemaPath"),params:new Ge.Name("params"),propertyName:new Ge.Name("propertyName"),message:new Ge.Name("message"),schema:new Ge.Name("sc\
hema"),parentSchema:new Ge.Name("parentSchema")};function ud(e,t,a){let{createErrors:n}=e.it;return n===!1?(0,Ge._)`{}`:Jy(e,t,a)}function Jy(e,t,a={}){let{gen:n,
it:o}=e,i=[Dy(o,a),zy(e,a)];return Wy(e,t,i),n.object(...i)}function Dy({errorPath:e},{instancePath:t}){let a=t?(0,Ge.str)`${e}${(0,kn.getErrorPath)(t,kn.Type.Str)}`:
e;return[Ft.default.instancePath,(0,Ge.strConcat)(Ft.default.instancePath,a)]}function zy({keyword:e,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let o=n?
t:(0,Ge.str)`${t}/${e}`;return a&&(o=(0,Ge.str)`${o}${(0,kn.getErrorPath)(a,kn.Type.Str)}`),[us.schemaPath,o]}function Wy(e,{params:t,message:a},n){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:m,topSchemaRef:u,schemaPath:h}=s;n.push([us.keyword,o],[us.params,typeof t=="function"?t(e):t||(0,Ge._)`{}`]),
p.messages&&n.push([us.message,typeof a=="function"?a(e):a]),p.verbose&&n.push([us.schema,r],[us.parentSchema,(0,Ge._)`${u}${h}`],[Ft.default.data,i]),m&&n.push(
[us.propertyName,m])}});var md=ce(Ms=>{"use strict";Object.defineProperty(Ms,"__esModule",{value:!0});Ms.boolOrEmptySchema=Ms.topBoolOrEmptySchema=void 0;var Cy=qa(),Ky=Ve(),Hy=Er(),By={
message:"boolean schema is false"};function Gy(e){let{gen:t,schema:a,validateName:n}=e;a===!1?ld(e,!1):typeof a=="object"&&a.$async===!0?t.return(Hy.default.data):
(t.assign((0,Ky._)`${n}.errors`,null),t.return(!0))}Ms.topBoolOrEmptySchema=Gy;function Zy(e,t){let{gen:a,schema:n}=e;n===!1?(a.var(t,!1),ld(e)):a.var(t,!0)}Ms.
boolOrEmptySchema=Zy;function ld(e,t){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,Cy.reportError)(
o,By,void 0,t)}});var wi=ce(Ls=>{"use strict";Object.defineProperty(Ls,"__esModule",{value:!0});Ls.getRules=Ls.isJSONType=void 0;var Qy=["string","number","integer","boolean","nu\
ll","object","array"],Xy=new Set(Qy);function Yy(e){return typeof e=="string"&&Xy.has(e)}Ls.isJSONType=Yy;function eg(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}Ls.getRules=eg});var vi=ce(Hr=>{"use strict";Object.defineProperty(Hr,"__esModule",{value:!0});Hr.shouldUseRule=Hr.shouldUseGroup=Hr.schemaHasRulesForType=void 0;function tg({schema:e,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&fd(e,n)}Hr.schemaHasRulesForType=tg;function fd(e,t){return t.rules.some(a=>hd(e,a))}Hr.shouldUseGroup=fd;function hd(e,t){
var a;return e[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}Hr.shouldUseRule=hd});var Oa=ce(Nt=>{"use strict";Object.defineProperty(Nt,"__esModule",{value:!0});Nt.reportTypeError=Nt.checkDataTypes=Nt.checkDataType=Nt.coerceAndCheckDataType=Nt.
getJSONTypes=Nt.getSchemaTypes=Nt.DataType=void 0;var rg=wi(),sg=vi(),ag=qa(),Ee=Ve(),yd=Be(),Fs;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(Fs||
(Nt.DataType=Fs={}));function ng(e){let t=gd(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}Nt.getSchemaTypes=ng;function gd(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(rg.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}Nt.getJSONTypes=gd;function og(e,t){
let{gen:a,data:n,opts:o}=e,i=ig(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,sg.schemaHasRulesForType)(e,t[0]));if(r){let s=Pi(t,n,o.strictNumbers,
Fs.Wrong);a.if(s,()=>{i.length?pg(e,t,i):$i(e)})}return r}Nt.coerceAndCheckDataType=og;var bd=new Set(["string","number","integer","boolean","null"]);function ig(e,t){
return t?e.filter(a=>bd.has(a)||t==="array"&&a==="array"):[]}function pg(e,t,a){let{gen:n,data:o,opts:i}=e,r=n.let("dataType",(0,Ee._)`typeof ${o}`),s=n.let("co\
erced",(0,Ee._)`undefined`);i.coerceTypes==="array"&&n.if((0,Ee._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,Ee._)`${o}[0]`).
assign(r,(0,Ee._)`typeof ${o}`).if(Pi(t,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,Ee._)`${s} !== undefined`);for(let m of a)(bd.has(m)||m==="array"&&i.coerceTypes===
"array")&&p(m);n.else(),$i(e),n.endIf(),n.if((0,Ee._)`${s} !== undefined`,()=>{n.assign(o,s),cg(e,s)});function p(m){switch(m){case"string":n.elseIf((0,Ee._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,Ee._)`"" + ${o}`).elseIf((0,Ee._)`${o} === null`).assign(s,(0,Ee._)`""`);return;case"number":n.elseIf((0,Ee._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,Ee._)`+${o}`);return;case"integer":n.elseIf((0,Ee._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,Ee._)`+${o}`);return;case"boolean":n.elseIf((0,Ee._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,Ee._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Ee._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Ee._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,Ee._)`[${o}]`)}}}function cg({gen:e,parentData:t,parentDataProperty:a},n){e.if((0,Ee._)`${t} !== undefined`,
()=>e.assign((0,Ee._)`${t}[${a}]`,n))}function ki(e,t,a,n=Fs.Correct){let o=n===Fs.Correct?Ee.operators.EQ:Ee.operators.NEQ,i;switch(e){case"null":return(0,Ee._)`${t} ${o} null`;case"\
array":i=(0,Ee._)`Array.isArray(${t})`;break;case"object":i=(0,Ee._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,Ee._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,Ee._)`typeof ${t} ${o} ${e}`}return n===Fs.Correct?i:(0,Ee.not)(i);function r(s=Ee.nil){return(0,Ee.and)((0,Ee._)`typeof ${t} == "number"`,
s,a?(0,Ee._)`isFinite(${t})`:Ee.nil)}}Nt.checkDataType=ki;function Pi(e,t,a,n){if(e.length===1)return ki(e[0],t,a,n);let o,i=(0,yd.toHash)(e);if(i.array&&i.object){
let r=(0,Ee._)`typeof ${t} != "object"`;o=i.null?r:(0,Ee._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=Ee.nil;i.number&&delete i.integer;
for(let r in i)o=(0,Ee.and)(o,ki(r,t,a,n));return o}Nt.checkDataTypes=Pi;var dg={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,Ee._)`{type: ${e}}`:(0,Ee._)`{type: ${t}}`};function $i(e){let t=ug(e);(0,ag.reportError)(t,dg)}Nt.reportTypeError=$i;function ug(e){let{gen:t,data:a,
schema:n}=e,o=(0,yd.schemaRefOrVal)(e,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var vd=ce(Pn=>{"use strict";Object.defineProperty(Pn,"__esModule",{value:!0});Pn.assignDefaults=void 0;var Vs=Ve(),lg=Be();function mg(e,t){let{properties:a,items:n}=e.
schema;if(t==="object"&&a)for(let o in a)wd(e,o,a[o].default);else t==="array"&&Array.isArray(n)&&n.forEach((o,i)=>wd(e,i,o.default))}Pn.assignDefaults=mg;function wd(e,t,a){
let{gen:n,compositeRule:o,data:i,opts:r}=e;if(a===void 0)return;let s=(0,Vs._)`${i}${(0,Vs.getProperty)(t)}`;if(o){(0,lg.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,Vs._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,Vs._)`${p} || ${s} === null || ${s} === ""`),n.if(p,(0,Vs._)`${s} = ${(0,Vs.
stringify)(a)}`)}});var Yt=ce(st=>{"use strict";Object.defineProperty(st,"__esModule",{value:!0});st.validateUnion=st.validateArray=st.usePattern=st.callValidateCode=st.schemaProperties=
st.allSchemaProperties=st.noPropertyInData=st.propertyInData=st.isOwnProperty=st.hasPropFunc=st.reportMissingProp=st.checkMissingProp=st.checkReportMissingProp=
void 0;var dt=Ve(),Si=Be(),Br=Er(),fg=Be();function hg(e,t){let{gen:a,data:n,it:o}=e;a.if(xi(a,n,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,dt.
_)`${t}`},!0),e.error()})}st.checkReportMissingProp=hg;function yg({gen:e,data:t,it:{opts:a}},n,o){return(0,dt.or)(...n.map(i=>(0,dt.and)(xi(e,t,i,a.ownProperties),
(0,dt._)`${o} = ${i}`)))}st.checkMissingProp=yg;function gg(e,t){e.setParams({missingProperty:t},!0),e.error()}st.reportMissingProp=gg;function kd(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,dt._)`Object.prototype.hasOwnProperty`})}st.hasPropFunc=kd;function _i(e,t,a){return(0,dt._)`${kd(e)}.call(${t}, ${a})`}
st.isOwnProperty=_i;function bg(e,t,a,n){let o=(0,dt._)`${t}${(0,dt.getProperty)(a)} !== undefined`;return n?(0,dt._)`${o} && ${_i(e,t,a)}`:o}st.propertyInData=
bg;function xi(e,t,a,n){let o=(0,dt._)`${t}${(0,dt.getProperty)(a)} === undefined`;return n?(0,dt.or)(o,(0,dt.not)(_i(e,t,a))):o}st.noPropertyInData=xi;function Pd(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}st.allSchemaProperties=Pd;function wg(e,t){return Pd(t).filter(a=>!(0,Si.alwaysValidSchema)(e,t[a]))}st.schemaProperties=
wg;function vg({schemaCode:e,data:t,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:r},s,p,m){let u=m?(0,dt._)`${e}, ${t}, ${n}${o}`:t,h=[[Br.default.instancePath,
(0,dt.strConcat)(Br.default.instancePath,i)],[Br.default.parentData,r.parentData],[Br.default.parentDataProperty,r.parentDataProperty],[Br.default.rootData,Br.default.
rootData]];r.opts.dynamicRef&&h.push([Br.default.dynamicAnchors,Br.default.dynamicAnchors]);let $=(0,dt._)`${u}, ${a.object(...h)}`;return p!==dt.nil?(0,dt._)`${s}.call(${p}, ${$})`:
(0,dt._)`${s}(${$})`}st.callValidateCode=vg;var kg=(0,dt._)`new RegExp`;function Pg({gen:e,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,dt._)`${o.code==="new RegExp"?kg:(0,fg.useFunc)(e,o)}(${a}, ${n})`})}st.usePattern=Pg;function $g(e){
let{gen:t,data:a,keyword:n,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,dt._)`${a}.length`);t.forRange("i",0,p,m=>{e.subschema({keyword:n,dataProp:m,dataPropType:Si.Type.Num},i),t.if((0,dt.not)(
i),s)})}}st.validateArray=$g;function Sg(e){let{gen:t,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(p=>(0,Si.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((p,m)=>{let u=e.subschema({keyword:n,schemaProp:m,
compositeRule:!0},s);t.assign(r,(0,dt._)`${r} || ${s}`),e.mergeValidEvaluated(u,s)||t.if((0,dt.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}st.validateUnion=
Sg});var _d=ce(vr=>{"use strict";Object.defineProperty(vr,"__esModule",{value:!0});vr.validateKeywordUsage=vr.validSchemaType=vr.funcKeywordCode=vr.macroKeywordCode=
void 0;var Vt=Ve(),ls=Er(),_g=Yt(),xg=qa();function qg(e,t){let{gen:a,keyword:n,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=Sd(a,n,s);r.opts.
validateSchema!==!1&&r.self.validateSchema(s,!0);let m=a.name("valid");e.subschema({schema:s,schemaPath:Vt.nil,errSchemaPath:`${r.errSchemaPath}/${n}`,topSchemaRef:p,
compositeRule:!0},m),e.pass(m,()=>e.error(!0))}vr.macroKeywordCode=qg;function Og(e,t){var a;let{gen:n,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;Tg(p,t);
let m=!s&&t.compile?t.compile.call(p.self,i,r,p):t.validate,u=Sd(n,o,m),h=n.let("valid");e.block$data(h,$),e.ok((a=t.valid)!==null&&a!==void 0?a:h);function $(){
if(t.errors===!1)x(),t.modifying&&$d(e),T(()=>e.error());else{let R=t.async?S():O();t.modifying&&$d(e),T(()=>jg(e,R))}}function S(){let R=n.let("ruleErrs",null);
return n.try(()=>x((0,Vt._)`await `),pe=>n.assign(h,!1).if((0,Vt._)`${pe} instanceof ${p.ValidationError}`,()=>n.assign(R,(0,Vt._)`${pe}.errors`),()=>n.throw(pe))),
R}function O(){let R=(0,Vt._)`${u}.errors`;return n.assign(R,null),x(Vt.nil),R}function x(R=t.async?(0,Vt._)`await `:Vt.nil){let pe=p.opts.passContext?ls.default.
this:ls.default.self,z=!("compile"in t&&!s||t.schema===!1);n.assign(h,(0,Vt._)`${R}${(0,_g.callValidateCode)(e,u,pe,z)}`,t.modifying)}function T(R){var pe;n.if(
(0,Vt.not)((pe=t.valid)!==null&&pe!==void 0?pe:h),R)}}vr.funcKeywordCode=Og;function $d(e){let{gen:t,data:a,it:n}=e;t.if(n.parentData,()=>t.assign(a,(0,Vt._)`${n.
parentData}[${n.parentDataProperty}]`))}function jg(e,t){let{gen:a}=e;a.if((0,Vt._)`Array.isArray(${t})`,()=>{a.assign(ls.default.vErrors,(0,Vt._)`${ls.default.
vErrors} === null ? ${t} : ${ls.default.vErrors}.concat(${t})`).assign(ls.default.errors,(0,Vt._)`${ls.default.vErrors}.length`),(0,xg.extendErrors)(e)},()=>e.error())}
function Tg({schemaEnv:e},t){if(t.async&&!e.$async)throw new Error("async keyword in sync schema")}function Sd(e,t,a){if(a===void 0)throw new Error(`keyword "${t}\
" failed to compile`);return e.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,Vt.stringify)(a)})}function Ag(e,t,a=!1){return!t.length||t.some(
n=>n==="array"?Array.isArray(e):n==="object"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}vr.validSchemaType=Ag;function Ng({schema:e,
opts:t,self:a,errSchemaPath:n},o,i){if(Array.isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;
if(r?.some(s=>!Object.prototype.hasOwnProperty.call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.
validateSchema(e[i])){let p=`keyword "${i}" value is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(
p);else throw new Error(p)}}vr.validateKeywordUsage=Ng});var qd=ce(Gr=>{"use strict";Object.defineProperty(Gr,"__esModule",{value:!0});Gr.extendSubschemaMode=Gr.extendSubschemaData=Gr.getSubschema=void 0;var kr=Ve(),xd=Be();
function Rg(e,{keyword:t,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return a===void 0?{schema:s,schemaPath:(0,kr._)`${e.schemaPath}${(0,kr.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,kr._)`${e.schemaPath}${(0,kr.getProperty)(t)}${(0,kr.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,xd.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}Gr.getSubschema=Rg;function Eg(e,t,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:m,dataPathArr:u,opts:h}=t,$=s.let("data",(0,kr._)`${t.data}${(0,kr.getProperty)(a)}`,!0);p($),e.errorPath=(0,kr.str)`${m}${(0,xd.
getErrorPath)(a,n,h.jsPropertySyntax)}`,e.parentDataProperty=(0,kr._)`${a}`,e.dataPathArr=[...u,e.parentDataProperty]}if(o!==void 0){let m=o instanceof kr.Name?
o:s.let("data",o,!0);p(m),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(m){e.data=m,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,m]}}Gr.extendSubschemaData=Eg;function Ig(e,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=a}Gr.extendSubschemaMode=
Ig});var qi=ce((B$,Od)=>{"use strict";Od.exports=function e(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)
return!1;var n,o,i;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(t[o],a[o]))return!1;return!0}if(t.constructor===RegExp)return t.
source===a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.
toString()===a.toString();if(i=Object.keys(t),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;
for(o=n;o--!==0;){var r=i[o];if(!e(t[r],a[r]))return!1}return!0}return t!==t&&a!==a}});var Td=ce((G$,jd)=>{"use strict";var Zr=jd.exports=function(e,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};$n(t,n,o,e,"",e)};Zr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Zr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Zr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Zr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function $n(e,t,a,n,o,i,r,s,p,m){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,o,i,
r,s,p,m);for(var u in n){var h=n[u];if(Array.isArray(h)){if(u in Zr.arrayKeywords)for(var $=0;$<h.length;$++)$n(e,t,a,h[$],o+"/"+u+"/"+$,i,o,u,n,$)}else if(u in
Zr.propsKeywords){if(h&&typeof h=="object")for(var S in h)$n(e,t,a,h[S],o+"/"+u+"/"+Mg(S),i,o,u,n,S)}else(u in Zr.keywords||e.allKeys&&!(u in Zr.skipKeywords))&&
$n(e,t,a,h,o+"/"+u,i,o,u,n)}a(n,o,i,r,s,p,m)}}function Mg(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var ja=ce(Dt=>{"use strict";Object.defineProperty(Dt,"__esModule",{value:!0});Dt.getSchemaRefs=Dt.resolveUrl=Dt.normalizeId=Dt._getFullPath=Dt.getFullPath=Dt.inlineRef=
void 0;var Lg=Be(),Fg=qi(),Vg=Td(),Ug=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function Jg(e,t=!0){return typeof e=="boolean"?!0:t===!0?!Oi(e):t?Ad(e)<=t:!1}Dt.inlineRef=Jg;var Dg=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function Oi(e){for(let t in e){if(Dg.has(t))return!0;let a=e[t];if(Array.isArray(a)&&
a.some(Oi)||typeof a=="object"&&Oi(a))return!0}return!1}function Ad(e){let t=0;for(let a in e){if(a==="$ref")return 1/0;if(t++,!Ug.has(a)&&(typeof e[a]=="object"&&
(0,Lg.eachItem)(e[a],n=>t+=Ad(n)),t===1/0))return 1/0}return t}function Nd(e,t="",a){a!==!1&&(t=Us(t));let n=e.parse(t);return Rd(e,n)}Dt.getFullPath=Nd;function Rd(e,t){
return e.serialize(t).split("#")[0]+"#"}Dt._getFullPath=Rd;var zg=/#\/?$/;function Us(e){return e?e.replace(zg,""):""}Dt.normalizeId=Us;function Wg(e,t,a){return a=
Us(a),e.resolve(t,a)}Dt.resolveUrl=Wg;var Cg=/^[a-z_][-a-z0-9._]*$/i;function Kg(e,t){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=Us(
e[a]||t),i={"":o},r=Nd(n,o,!1),s={},p=new Set;return Vg(e,{allKeys:!0},(h,$,S,O)=>{if(O===void 0)return;let x=r+$,T=i[O];typeof h[a]=="string"&&(T=R.call(this,h[a])),
pe.call(this,h.$anchor),pe.call(this,h.$dynamicAnchor),i[$]=T;function R(z){let K=this.opts.uriResolver.resolve;if(z=Us(T?K(T,z):z),p.has(z))throw u(z);p.add(z);
let F=this.refs[z];return typeof F=="string"&&(F=this.refs[F]),typeof F=="object"?m(h,F.schema,z):z!==Us(x)&&(z[0]==="#"?(m(h,s[z],z),s[z]=h):this.refs[z]=x),z}
function pe(z){if(typeof z=="string"){if(!Cg.test(z))throw new Error(`invalid anchor "${z}"`);R.call(this,`#${z}`)}}}),s;function m(h,$,S){if($!==void 0&&!Fg(h,
$))throw u(S)}function u(h){return new Error(`reference "${h}" resolves to more than one schema`)}}Dt.getSchemaRefs=Kg});var Na=ce(Qr=>{"use strict";Object.defineProperty(Qr,"__esModule",{value:!0});Qr.getData=Qr.KeywordCxt=Qr.validateFunctionCode=void 0;var Fd=md(),Ed=Oa(),Ti=vi(),
Sn=Oa(),Hg=vd(),Aa=_d(),ji=qd(),ye=Ve(),Se=Er(),Bg=ja(),Ir=Be(),Ta=qa();function Gg(e){if(Jd(e)&&(Dd(e),Ud(e))){Xg(e);return}Vd(e,()=>(0,Fd.topBoolOrEmptySchema)(
e))}Qr.validateFunctionCode=Gg;function Vd({gen:e,validateName:t,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(t,(0,ye._)`${Se.default.data}, ${Se.default.valCxt}`,
n.$async,()=>{e.code((0,ye._)`"use strict"; ${Id(a,o)}`),Qg(e,o),e.code(i)}):e.func(t,(0,ye._)`${Se.default.data}, ${Zg(o)}`,n.$async,()=>e.code(Id(a,o)).code(i))}
function Zg(e){return(0,ye._)`{${Se.default.instancePath}="", ${Se.default.parentData}, ${Se.default.parentDataProperty}, ${Se.default.rootData}=${Se.default.data}${e.
dynamicRef?(0,ye._)`, ${Se.default.dynamicAnchors}={}`:ye.nil}}={}`}function Qg(e,t){e.if(Se.default.valCxt,()=>{e.var(Se.default.instancePath,(0,ye._)`${Se.default.
valCxt}.${Se.default.instancePath}`),e.var(Se.default.parentData,(0,ye._)`${Se.default.valCxt}.${Se.default.parentData}`),e.var(Se.default.parentDataProperty,(0,ye.
_)`${Se.default.valCxt}.${Se.default.parentDataProperty}`),e.var(Se.default.rootData,(0,ye._)`${Se.default.valCxt}.${Se.default.rootData}`),t.dynamicRef&&e.var(
Se.default.dynamicAnchors,(0,ye._)`${Se.default.valCxt}.${Se.default.dynamicAnchors}`)},()=>{e.var(Se.default.instancePath,(0,ye._)`""`),e.var(Se.default.parentData,
(0,ye._)`undefined`),e.var(Se.default.parentDataProperty,(0,ye._)`undefined`),e.var(Se.default.rootData,Se.default.data),t.dynamicRef&&e.var(Se.default.dynamicAnchors,
(0,ye._)`{}`)})}function Xg(e){let{schema:t,opts:a,gen:n}=e;Vd(e,()=>{a.$comment&&t.$comment&&Wd(e),sb(e),n.let(Se.default.vErrors,null),n.let(Se.default.errors,
0),a.unevaluated&&Yg(e),zd(e),ob(e)})}function Yg(e){let{gen:t,validateName:a}=e;e.evaluated=t.const("evaluated",(0,ye._)`${a}.evaluated`),t.if((0,ye._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,ye._)`${e.evaluated}.props`,(0,ye._)`undefined`)),t.if((0,ye._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,ye._)`${e.evaluated}.items`,(0,ye._)`undefined`))}
function Id(e,t){let a=typeof e=="object"&&e[t.schemaId];return a&&(t.code.source||t.code.process)?(0,ye._)`/*# sourceURL=${a} */`:ye.nil}function eb(e,t){if(Jd(
e)&&(Dd(e),Ud(e))){tb(e,t);return}(0,Fd.boolOrEmptySchema)(e,t)}function Ud({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let a in e)if(t.RULES.all[a])
return!0;return!1}function Jd(e){return typeof e.schema!="boolean"}function tb(e,t){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&Wd(e),ab(e),nb(e);let i=n.
const("_errs",Se.default.errors);zd(e,i),n.var(t,(0,ye._)`${i} === ${Se.default.errors}`)}function Dd(e){(0,Ir.checkUnknownRules)(e),rb(e)}function zd(e,t){if(e.
opts.jtd)return Md(e,[],!1,t);let a=(0,Ed.getSchemaTypes)(e.schema),n=(0,Ed.coerceAndCheckDataType)(e,a);Md(e,a,!n,t)}function rb(e){let{schema:t,errSchemaPath:a,
opts:n,self:o}=e;t.$ref&&n.ignoreKeywordsWithRef&&(0,Ir.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function sb(e){
let{schema:t,opts:a}=e;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,Ir.checkStrictMode)(e,"default is ignored in the schema root")}function ab(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,Bg.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function nb(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Wd({gen:e,schemaEnv:t,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,ye._)`${Se.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,ye.str)`${n}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,ye._)`${Se.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function ob(e){let{gen:t,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?t.if((0,ye._)`${Se.default.errors} === 0`,()=>t.return(Se.default.data),
()=>t.throw((0,ye._)`new ${o}(${Se.default.vErrors})`)):(t.assign((0,ye._)`${n}.errors`,Se.default.vErrors),i.unevaluated&&ib(e),t.return((0,ye._)`${Se.default.
errors} === 0`))}function ib({gen:e,evaluated:t,props:a,items:n}){a instanceof ye.Name&&e.assign((0,ye._)`${t}.props`,a),n instanceof ye.Name&&e.assign((0,ye._)`${t}.items`,
n)}function Md(e,t,a,n){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:m}=e,{RULES:u}=m;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,Ir.schemaHasRulesButRef)(i,u))){
o.block(()=>Kd(e,"$ref",u.all.$ref.definition));return}p.jtd||pb(e,t),o.block(()=>{for(let $ of u.rules)h($);h(u.post)});function h($){(0,Ti.shouldUseGroup)(i,$)&&
($.type?(o.if((0,Sn.checkDataType)($.type,r,p.strictNumbers)),Ld(e,$),t.length===1&&t[0]===$.type&&a&&(o.else(),(0,Sn.reportTypeError)(e)),o.endIf()):Ld(e,$),s||
o.if((0,ye._)`${Se.default.errors} === ${n||0}`))}}function Ld(e,t){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,Hg.assignDefaults)(e,t.type),a.block(()=>{for(let i of t.
rules)(0,Ti.shouldUseRule)(n,i)&&Kd(e,i.keyword,i.definition,t.type)})}function pb(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(cb(e,t),e.opts.allowUnionTypes||
db(e,t),ub(e,e.dataTypes))}function cb(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(a=>{Cd(e.dataTypes,a)||Ai(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),mb(e,t)}}function db(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&Ai(e,"use allowUnionTypes to allow uni\
on type keyword")}function ub(e,t){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,Ti.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>lb(t,r))&&Ai(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function lb(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function Cd(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function mb(e,t){let a=[];for(let n of e.dataTypes)Cd(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function Ai(e,t){let a=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,Ir.checkStrictMode)(
e,t,e.opts.strictTypes)}var _n=class{constructor(t,a,n){if((0,Aa.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Ir.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",Hd(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,Aa.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",Se.default.errors))}result(t,a,n){this.failResult((0,ye.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,ye.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,ye._)`${a} !== undefined && (${(0,ye.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?Ta.reportExtraError:Ta.reportError)(this,this.def.error,a)}$dataError(){
(0,Ta.reportError)(this,this.def.$dataError||Ta.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,Ta.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=ye.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=ye.nil,a=ye.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:r}=this;n.if((0,ye.
or)((0,ye._)`${o} === undefined`,a)),t!==ye.nil&&n.assign(t,!0),(i.length||r.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==ye.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,ye.or)(r(),s());function r(){if(n.length){if(!(a instanceof ye.Name))
throw new Error("ajv implementation error");let p=Array.isArray(n)?n:[n];return(0,ye._)`${(0,Sn.checkDataTypes)(p,a,i.opts.strictNumbers,Sn.DataType.Wrong)}`}return ye.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,ye._)`!${p}(${a})`}return ye.nil}}subschema(t,a){let n=(0,ji.
getSubschema)(this.it,t);(0,ji.extendSubschemaData)(n,this.it,t),(0,ji.extendSubschemaMode)(n,t);let o={...this.it,...n,items:void 0,props:void 0};return eb(o,a),
o}mergeEvaluated(t,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=Ir.mergeEvaluated.props(o,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=Ir.mergeEvaluated.items(o,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(t,ye.Name)),!0}};Qr.KeywordCxt=_n;function Kd(e,t,a,n){let o=new _n(e,a,t);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,Aa.funcKeywordCode)(o,a):"macro"in a?(0,Aa.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,Aa.funcKeywordCode)(o,a)}var fb=/^\/(?:[^~]|~0|~1)*$/,
hb=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function Hd(e,{dataLevel:t,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return Se.default.rootData;if(e[0]==="/"){if(!fb.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=Se.default.rootData}else{let m=hb.exec(e);if(!m)throw new Error(`Invalid JSON-pointer: ${e}`);let u=+m[1];
if(o=m[2],o==="#"){if(u>=t)throw new Error(p("property/index",u));return n[t-u]}if(u>t)throw new Error(p("data",u));if(i=a[t-u],!o)return i}let r=i,s=o.split("/");
for(let m of s)m&&(i=(0,ye._)`${i}${(0,ye.getProperty)((0,Ir.unescapeJsonPointer)(m))}`,r=(0,ye._)`${r} && ${i}`);return r;function p(m,u){return`Cannot access ${m}\
 ${u} levels up, current level is ${t}`}}Qr.getData=Hd});var xn=ce(Ri=>{"use strict";Object.defineProperty(Ri,"__esModule",{value:!0});var Ni=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};Ri.default=Ni});var Ra=ce(Mi=>{"use strict";Object.defineProperty(Mi,"__esModule",{value:!0});var Ei=ja(),Ii=class extends Error{constructor(t,a,n,o){super(o||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,Ei.resolveUrl)(t,a,n),this.missingSchema=(0,Ei.normalizeId)((0,Ei.getFullPath)(t,this.missingRef))}};Mi.default=Ii});var On=ce(er=>{"use strict";Object.defineProperty(er,"__esModule",{value:!0});er.resolveSchema=er.getCompilingSchema=er.resolveRef=er.compileSchema=er.SchemaEnv=
void 0;var cr=Ve(),yb=xn(),ms=Er(),dr=ja(),Bd=Be(),gb=Na(),Js=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,dr.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};er.SchemaEnv=Js;function Fi(e){let t=Gd.call(
this,e);if(t)return t;let a=(0,dr.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new cr.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:yb.default,code:(0,cr._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let m={gen:r,allErrors:this.opts.allErrors,data:ms.default.data,parentData:ms.default.parentData,parentDataProperty:ms.
default.parentDataProperty,dataNames:[ms.default.data],dataPathArr:[cr.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,cr.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:cr.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,cr._)`""`,opts:this.opts,self:this},u;try{this._compilations.
add(e),(0,gb.validateFunctionCode)(m),r.optimize(this.opts.code.optimize);let h=r.toString();u=`${r.scopeRefs(ms.default.scope)}return ${h}`,this.opts.code.process&&
(u=this.opts.code.process(u,e));let S=new Function(`${ms.default.self}`,`${ms.default.scope}`,u)(this,this.scope.get());if(this.scope.value(p,{ref:S}),S.errors=
null,S.schema=e.schema,S.schemaEnv=e,e.$async&&(S.$async=!0),this.opts.code.source===!0&&(S.source={validateName:p,validateCode:h,scopeValues:r._values}),this.opts.
unevaluated){let{props:O,items:x}=m;S.evaluated={props:O instanceof cr.Name?void 0:O,items:x instanceof cr.Name?void 0:x,dynamicProps:O instanceof cr.Name,dynamicItems:x instanceof
cr.Name},S.source&&(S.source.evaluated=(0,cr.stringify)(S.evaluated))}return e.validate=S,e}catch(h){throw delete e.validate,delete e.validateName,u&&this.logger.
error("Error compiling schema, function code:",u),h}finally{this._compilations.delete(e)}}er.compileSchema=Fi;function bb(e,t,a){var n;a=(0,dr.resolveUrl)(this.
opts.uriResolver,t,a);let o=e.refs[a];if(o)return o;let i=kb.call(this,e,a);if(i===void 0){let r=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;r&&(i=new Js({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[a]=wb.call(this,i)}er.resolveRef=bb;function wb(e){return(0,dr.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:Fi.call(this,e)}function Gd(e){for(let t of this._compilations)if(vb(t,e))return t}er.getCompilingSchema=Gd;
function vb(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function kb(e,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||qn.call(this,e,t)}function qn(e,t){let a=this.opts.uriResolver.parse(t),n=(0,dr._getFullPath)(this.opts.uriResolver,a),o=(0,dr.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return Li.call(this,a,e);let i=(0,dr.normalizeId)(n),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=qn.call(this,e,r);return typeof s?.schema!="object"?void 0:Li.call(this,a,s)}if(typeof r?.schema=="object"){if(r.validate||Fi.call(this,r),i===(0,dr.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,m=s[p];return m&&(o=(0,dr.resolveUrl)(this.opts.uriResolver,o,m)),new Js({schema:s,schemaId:p,root:e,baseId:o})}
return Li.call(this,a,r)}}er.resolveSchema=qn;var Pb=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Li(e,{baseId:t,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let p=a[(0,Bd.
unescapeFragment)(s)];if(p===void 0)return;a=p;let m=typeof a=="object"&&a[this.opts.schemaId];!Pb.has(s)&&m&&(t=(0,dr.resolveUrl)(this.opts.uriResolver,t,m))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,Bd.schemaHasRulesButRef)(a,this.RULES)){let s=(0,dr.resolveUrl)(this.opts.uriResolver,t,a.$ref);i=qn.call(this,n,s)}let{schemaId:r}=this.
opts;if(i=i||new Js({schema:a,schemaId:r,root:n,baseId:t}),i.schema!==i.root.schema)return i}});var Zd=ce((tS,$b)=>{$b.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var Wi=ce((rS,au)=>{"use strict";var Sb=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Ui=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),_b=RegExp.prototype.test.bind(/^\d*$/u),fs=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),Ji=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),Xd=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),Di=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),xb=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),zt=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<
256;t++)zt[t]="%"+e[t>>4]+e[t&15]}function Rt(e){return e<2048?zt[192|e>>6]+zt[128|e&63]:e<65536?zt[224|e>>12]+zt[128|e>>6&63]+zt[128|e&63]:zt[240|e>>18]+zt[128|
e>>12&63]+zt[128|e>>6&63]+zt[128|e&63]}function qb(e){let t="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";t+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=e[n]}return t}var Ob=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),jb=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),Tb=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
Ab=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Nb(e){if(e.length===0)return!1;for(let t=0;t<e.length;t++)if(!Tb(e[t])){if(e[t]==="%"&&t+2<
e.length&&fs(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function Qd(e){let t=-1,a=0,n=-1,o=0;for(let s=0;s<e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>
a&&(a=o,t=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+a).join(":");return i+"::"+r}function Rb(e){let t=e.indexOf("::");if(t!==
-1&&e.indexOf("::",t+1)!==-1)return;let a=t===-1?e.split(":"):e.slice(0,t).split(":"),n=t===-1?[]:e.slice(t+2).split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p==="")return;if(p.indexOf(".")!==-1){if(s!==o.length-
1||t!==-1&&n.length===0||!Ui(p))return;i+=2;continue}if(!Ob(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===-1)return i!==8?void 0:Qd(o);if(i>=8)return;let r=o.
slice(0,a.length);for(let s=i;s<8;s++)r.push("0");for(let s=a.length;s<o.length;s++)r.push(o[s]);return Qd(r)}function Vi(e){let t=e[0]==="["&&e[e.length-1]==="\
]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let n=t?e.slice(1,-1):e;if(t&&jb(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(Eb(n,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=n.indexOf("%");if(i!==-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=
n.slice(i+s),!Nb(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let r=Rb(n);return r===void 0?{host:e,isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+
(o?"%25"+o:""),isIPV6:!0}}function Eb(e,t){let a=0;for(let n=0;n<e.length;n++)e[n]===t&&a++;return a}function Yd(e){let t=e,a=[],n=-1,o=0;for(;o=t.length;){if(o===
1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]===".")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]===
"/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(o===3&&t==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){
t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]===
"/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function Ib(e){
if(e===""||e[0]==="/")return Yd(e);let t=e.split("/"),a=t.length-1,n=[],o=!1;for(let i=0;i<=a;i++){let r=t[i];r==="."||r===".."?(r===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),o=i===a):n.push(r)}return o&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var Mb={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},Lb=/[@/?#:]/g,Fb=/[@/?#]/g;function eu(e,t){let a=t?Fb:Lb;return a.lastIndex=0,e.replace(a,n=>Mb[n])}
function tu(e,t=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(fs(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));t&&Ji(r)?a+=r:a+="%"+i,n+=2;continue}}a+=e[n]}return a}function Vb(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n===
"%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(fs(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));r!=="."&&Ji(r)?t+=r:t+="%"+i,a+=2;continue}}if(Xd(
n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=su(o)?n:zt[o];else if(o<55296||o>57343)t+=Rt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&
i<=57343?(t+=Rt(65536+(o-55296<<10)+(i-56320)),a++):t+=Rt(65533)}else t+=Rt(65533)}}return t}function Ub(e,t=!1){let a="",n=t&&e[0]!=="/";for(let o=0;o<e.length;o++){
let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(fs(r)){a+="%"+r.toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),Xd(i)&&(i!==":"||!n))a+=i;else{let r=e.
charCodeAt(o);if(r<128)a+=zt[r];else if(r<55296||r>57343)a+=Rt(r);else if(r<=56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=Rt(65536+(r-55296<<
10)+(s-56320)),o++):a+=Rt(65533)}else a+=Rt(65533)}}return a}function zi(e,t){let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.
slice(n+1,n+3);if(fs(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(t(o))a+=o;else{let i=e.charCodeAt(n);if(i<128)a+=zt[i];else if(i<55296||i>57343)a+=Rt(i);else if(i<=
56319&&n+1<e.length){let r=e.charCodeAt(n+1);r>=56320&&r<=57343?(a+=Rt(65536+(i-55296<<10)+(r-56320)),n++):a+=Rt(65533)}else a+=Rt(65533)}}return a}function ru(e){
return zi(e,xb)}function Jb(e){return zi(e,Di)}function Db(e){return zi(e,Di)}function su(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===
45||e===46||e===47||e===64||e===95}function zb(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(fs(o)){let i=o.
toUpperCase(),r=String.fromCharCode(parseInt(i,16));Ji(r)?t+=r:t+="%"+i,a+=2;continue}}if(Di(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=su(o)?n:zt[o];else if(o<
55296||o>57343)t+=Rt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(t+=Rt(65536+(o-55296<<10)+(i-56320)),a++):t+=Rt(65533)}else t+=
Rt(65533)}}return t}function Wb(e){let t="";for(let a=0;a<e.length;a++){if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if(fs(n)){t+="%"+n.toUpperCase(),a+=
2;continue}}t+=escape(e[a])}return t}function Cb(e){let t=[];if(e.userinfo!==void 0&&(t.push(ru(e.userinfo)),t.push("@")),e.host!==void 0){let a=e.host;if(!Ui(a)){
let n=Vi(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=tu(a,!0),n=Vi(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=eu(a,!1)}t.push(a)}if(typeof e.port==
"number"||typeof e.port=="string"){let a=String(e.port);if(!_b(a))throw new TypeError("URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):
void 0}au.exports={nonSimpleDomain:Ab,recomposeAuthority:Cb,reescapeHostDelimiters:eu,normalizePercentEncoding:tu,normalizePathEncoding:Vb,serializePathEncoding:Ub,
normalizeQueryFragmentEncoding:zb,encodeUserinfo:ru,encodeQuery:Jb,encodeFragment:Db,escapePreservingEscapes:Wb,removeDotSegments:Yd,removeDotSegmentsRelative:Ib,
isIPv4:Ui,isUUID:Sb,normalizeIPv6:Vi,stringArrayToHexStripped:qb}});var cu=ce((sS,pu)=>{"use strict";var{isUUID:Kb}=Wi(),Hb=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,Bb=["http","https","ws","wss","ur\
n","urn:uuid"];function Gb(e){return Bb.indexOf(e)!==-1}function Ci(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||
e.scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function nu(e){return e.host||(e.error=e.error||"HTTP URIs\
 must have a host."),e}function ou(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="\
/"),e}function Zb(e){return e.secure=Ci(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function Qb(e){if((e.port===(Ci(
e)?443:80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf(
"?"),a=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=a&&a!=="/"?a:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.
fragment=void 0,e}function Xb(e,t){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(Hb);if(a&&a[0]===e.path){let n=t.scheme||e.scheme||"ur\
n";e.nid=a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${t.nid||e.nid}`,i=Ki(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}
function Yb(e,t){if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${t.nid||
n}`,i=Ki(o);i&&(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${n||t.nid}:${s}`,t.skipEscape=!0,r}function ew(e,t){let a=e;return a.uuid=a.nss,a.nss=void 0,
!t.tolerant&&(!a.uuid||!Kb(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function tw(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var iu={scheme:"\
http",domainHost:!0,parse:nu,serialize:ou},rw={scheme:"https",domainHost:iu.domainHost,parse:nu,serialize:ou},jn={scheme:"ws",domainHost:!0,parse:Zb,serialize:Qb},
sw={scheme:"wss",domainHost:jn.domainHost,parse:jn.parse,serialize:jn.serialize},aw={scheme:"urn",parse:Xb,serialize:Yb,skipNormalize:!0},nw={scheme:"urn:uuid",
parse:ew,serialize:tw,skipNormalize:!0},Tn={http:iu,https:rw,ws:jn,wss:sw,urn:aw,"urn:uuid":nw};Object.setPrototypeOf(Tn,null);function Ki(e){return e&&(Tn[e]||
Tn[e.toLowerCase()])||void 0}pu.exports={wsIsSecure:Ci,SCHEMES:Tn,isValidSchemeName:Gb,getSchemeHandler:Ki}});var Su=ce((aS,In)=>{"use strict";var{normalizeIPv6:fu,removeDotSegments:Ia,removeDotSegmentsRelative:hu,recomposeAuthority:ow,normalizePercentEncoding:Hi,normalizePathEncoding:iw,
serializePathEncoding:du,normalizeQueryFragmentEncoding:uu,encodeQuery:pw,encodeFragment:cw,reescapeHostDelimiters:dw,isIPv4:yu,nonSimpleDomain:uw}=Wi(),{SCHEMES:gu,
getSchemeHandler:Bi}=cu(),bu=/^[A-Za-z][A-Za-z0-9+.-]*$/u,wu="URI scheme is malformed.",An="URI host is malformed.",lw=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function lu(e){
let t=String(e);if(!bu.test(t))throw new TypeError(wu);return t}function mw(e,t){return typeof e=="string"?e=Pw(e,t):typeof e=="object"&&(e=Rn(hs(e,t),t)),e}function fw(e,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:m}=Nn(e,n),{parsed:u,malformedAuthorityOrPort:h,malformedPercentEncoding:$,malformedSchemeSpecific:S,malformedHost:O,malformedScheme:x}=Nn(t,n);
if(i||h||r||$||s||S||p||O||m||x)throw new Error(o.error||u.error||"URI is malformed.");let T=vu(o,u,n,!0),R=Bi(a&&a.scheme||T.scheme),pe=T.host,z=pe!==void 0&&pe!==
""&&(yu(pe)||fu(pe).isIPV6);if(Pu(T,a||{},R,z))throw new Error(An);ku(T,a||{},R,z);let K=pe&&pe.indexOf("%")!==-1&&!/\P{ASCII}/u.test(pe);if(T.error&&!K)throw new Error(
T.error);return n.skipEscape=!0,hs(T,n)}function vu(e,t,a,n){let o={};if(n||(e=Rn(hs(e,a),a),t=Rn(hs(t,a),a)),a=a||{},!a.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=Ia(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=Ia(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=Ia(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?hu(o.path):Ia(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function hw(e,t,a){let n=mu(e,a),o=mu(t,a);return n!==void 0&&o!==void 0&&n===o}function hs(e,t){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},t),o=[];a.scheme&&(a.scheme=lu(a.scheme));let i=Bi(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let r=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!r,p=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=Hi(a.path):a.path=du(a.path,p)),n.reference!=="suffix"&&a.scheme&&(a.scheme=lu(a.scheme),o.push(a.scheme,":"));let m=ow(a);if(m!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(m),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let u=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(u=s&&u[0]!==
"/"?hu(u):Ia(u)),s&&(u=du(u,!0)),m===void 0&&u[0]==="/"&&u[1]==="/"&&(u="/%2F"+u.slice(2)),o.push(u)}return a.query!==void 0&&o.push("?",pw(a.query)),a.fragment!==
void 0&&o.push("#",cw(a.fragment)),o.join("")}var yw=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
gw=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,bw=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function ww(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function Ea(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function En(e){return e[0]==="["&&e[e.
length-1]==="]"}function vw(e){let t=e[4];return Ea(e[3])||t!==void 0&&!En(t)&&Ea(t)||Ea(e[6])||Ea(e[7])||Ea(e[8])}function ku(e,t,a,n){if(Pu(e,t,a,n))return e.
error=e.error||An,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!En(e.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&uw(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!kw(o))return e.error=e.error||An,!0;e.host=o.hostname}
return!1}function Pu(e,t,a,n){return!!(e.host&&n===!1&&!En(e.host)&&(t.domainHost||a&&a.domainHost)&&lw.test(e.host))}function kw(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function Nn(e,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,m=!1,u=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let h=e.match(
gw);h!==null&&h[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let $=e.match(bw);if($!==null){let O=$[1],x=O.replace(
/[\t\n\r]/g,"");x.length>=2&&(x.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):O.length!==x.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let S=e.match(yw);if(S){n.scheme=S[1],n.userinfo=S[3],n.host=S[4],n.port=parseInt(S[5],10),
n.path=S[6]||"",n.query=S[7],n.fragment=S[8],n.scheme!==void 0&&(bu.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||wu,m=!0)),i=vw(S),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=S[5]);let O=ww(n,S);if(O!==void 0&&(n.error=n.error||O,o=!0),n.host)if(yu(n.host)===
!1){let R=En(n.host),pe=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,z=fu(n.host);u=z.isIPV6||z.isIPVFuture===!0,p=pe&&(!R||z.error===!0),n.host=u?z.host:
z.host.toLowerCase(),p&&(n.error=n.error||An,o=!0)}else u=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let x=Bi(a.scheme||n.scheme);if(p||(s=ku(n,a,x,u)),e.indexOf("%")!==
-1&&n.host!==void 0&&!p){let T=u?n.host:Hi(n.host,!0);u||(T=Hi(T.toLowerCase())),n.host=u||a.scheme!=="null"?dw(T,u):T}(!x||x&&!x.skipNormalize)&&(n.path&&(n.path=
iw(n.path)),n.query&&(n.query=uu(n.query)),n.fragment&&(n.fragment=uu(n.fragment))),x&&x.parse&&(x.parse(n,a),x===gu.urn&&n.nid===void 0&&(r=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:m}}
function Rn(e,t){return Nn(e,t).parsed}function Pw(e,t){return $u(e,t).normalized}function $u(e,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=Nn(e,t);return{normalized:n||o||i||r||s?e:hs(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function mu(e,t){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
hs(e,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=$u(a,t);
return o||i||r||s||p?void 0:n}var Gi={SCHEMES:gu,normalize:mw,resolve:fw,resolveComponent:vu,equal:hw,serialize:hs,parse:Rn};In.exports=Gi;In.exports.default=Gi;
In.exports.fastUri=Gi});var xu=ce(Zi=>{"use strict";Object.defineProperty(Zi,"__esModule",{value:!0});var _u=Su();_u.code='require("ajv/dist/runtime/uri").default';Zi.default=_u});var Eu=ce(qt=>{"use strict";Object.defineProperty(qt,"__esModule",{value:!0});qt.CodeGen=qt.Name=qt.nil=qt.stringify=qt.str=qt._=qt.KeywordCxt=void 0;var $w=Na();
Object.defineProperty(qt,"KeywordCxt",{enumerable:!0,get:function(){return $w.KeywordCxt}});var Ds=Ve();Object.defineProperty(qt,"_",{enumerable:!0,get:function(){
return Ds._}});Object.defineProperty(qt,"str",{enumerable:!0,get:function(){return Ds.str}});Object.defineProperty(qt,"stringify",{enumerable:!0,get:function(){
return Ds.stringify}});Object.defineProperty(qt,"nil",{enumerable:!0,get:function(){return Ds.nil}});Object.defineProperty(qt,"Name",{enumerable:!0,get:function(){
return Ds.Name}});Object.defineProperty(qt,"CodeGen",{enumerable:!0,get:function(){return Ds.CodeGen}});var Sw=xn(),Au=Ra(),_w=wi(),Ma=On(),xw=Ve(),La=ja(),Mn=Oa(),
Xi=Be(),qu=Zd(),qw=xu(),Nu=(e,t)=>new RegExp(e,t);Nu.code="new RegExp";var Ow=["removeAdditional","useDefaults","coerceTypes"],jw=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),Tw={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},Aw={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},Ou=200;function Nw(e){
var t,a,n,o,i,r,s,p,m,u,h,$,S,O,x,T,R,pe,z,K,F,ue,j,fe,me;let U=e.strict,L=(t=e.code)===null||t===void 0?void 0:t.optimize,be=L===!0||L===void 0?1:L||0,xe=(n=(a=
e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:Nu,Y=(o=e.uriResolver)!==null&&o!==void 0?o:qw.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:U)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:U)!==null&&p!==void 0?p:!0,strictTypes:(u=(m=e.strictTypes)!==
null&&m!==void 0?m:U)!==null&&u!==void 0?u:"log",strictTuples:($=(h=e.strictTuples)!==null&&h!==void 0?h:U)!==null&&$!==void 0?$:"log",strictRequired:(O=(S=e.strictRequired)!==
null&&S!==void 0?S:U)!==null&&O!==void 0?O:!1,code:e.code?{...e.code,optimize:be,regExp:xe}:{optimize:be,regExp:xe},loopRequired:(x=e.loopRequired)!==null&&x!==
void 0?x:Ou,loopEnum:(T=e.loopEnum)!==null&&T!==void 0?T:Ou,meta:(R=e.meta)!==null&&R!==void 0?R:!0,messages:(pe=e.messages)!==null&&pe!==void 0?pe:!0,inlineRefs:(z=
e.inlineRefs)!==null&&z!==void 0?z:!0,schemaId:(K=e.schemaId)!==null&&K!==void 0?K:"$id",addUsedSchema:(F=e.addUsedSchema)!==null&&F!==void 0?F:!0,validateSchema:(ue=
e.validateSchema)!==null&&ue!==void 0?ue:!0,validateFormats:(j=e.validateFormats)!==null&&j!==void 0?j:!0,unicodeRegExp:(fe=e.unicodeRegExp)!==null&&fe!==void 0?
fe:!0,int32range:(me=e.int32range)!==null&&me!==void 0?me:!0,uriResolver:Y}}var Fa=class{constructor(t={}){this.schemas={},this.refs={},this.formats=Object.create(
null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...Nw(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new xw.ValueScope(
{scope:{},prefixes:jw,es5:a,lines:n}),this.logger=Fw(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,_w.getRules)(),ju.call(this,Tw,t,"NOT \
SUPPORTED"),ju.call(this,Aw,t,"DEPRECATED","warn"),this._metaOpts=Mw.call(this),t.formats&&Ew.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),t.
keywords&&Iw.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),Rw.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$as\
ync")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,o=qu;n==="id"&&(o={...qu},o.id=o.$id,delete o.$id),a&&t&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,t,a);async function o(u,h){await i.call(this,u.$schema);let $=this._addSchema(u,h);return $.validate||r.
call(this,$)}async function i(u){u&&!this.getSchema(u)&&await o.call(this,{$ref:u},!0)}async function r(u){try{return this._compileSchemaEnv(u)}catch(h){if(!(h instanceof
Au.default))throw h;return s.call(this,h),await p.call(this,h.missingSchema),r.call(this,u)}}function s({missingSchema:u,missingRef:h}){if(this.refs[u])throw new Error(
`AnySchema ${u} is loaded but ${h} cannot be resolved`)}async function p(u){let h=await m.call(this,u);this.refs[u]||await i.call(this,h.$schema),this.refs[u]||
this.addSchema(h,u,a)}async function m(u){let h=this._loading[u];if(h)return h;try{return await(this._loading[u]=n(u))}finally{delete this._loading[u]}}}addSchema(t,a,n,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,n,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return a=(0,La.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,o,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,t);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let a;for(;typeof(a=Tu.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new Ma.SchemaEnv({schema:{},schemaId:n});if(a=Ma.resolveSchema.call(this,o,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=Tu.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,La.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(Uw.call(this,n,a),!a)return(0,Xi.eachItem)(n,i=>Qi.call(this,i)),this;Dw.call(this,a);let o={...a,type:(0,Mn.getJSONTypes)(
a.type),schemaType:(0,Mn.getJSONTypes)(a.schemaType)};return(0,Xi.eachItem)(n,o.type.length===0?i=>Qi.call(this,i,o):i=>o.type.forEach(r=>Qi.call(this,i,o,r))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===t);o>=0&&n.rules.splice(o,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of a){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in n){
let p=n[s];if(typeof p!="object")continue;let{$data:m}=p.definition,u=r[s];m&&u&&(r[s]=Ru(u))}}return t}_removeAllSchemas(t,a){for(let n in t){let o=t[n];(!a||a.
test(n))&&(typeof o=="string"?delete t[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[n]))}}_addSchema(t,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;n=(0,La.normalizeId)(r||n);let m=La.getSchemaRefs.call(this,t,n);return p=new Ma.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:m}),this._cache.set(p.schema,p),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):Ma.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{Ma.compileSchema.call(this,t)}finally{this.opts=a}}};Fa.ValidationError=Sw.default;Fa.MissingRefError=Au.default;qt.default=Fa;
function ju(e,t,a,n="error"){for(let o in e){let i=o;i in t&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function Tu(e){return e=(0,La.normalizeId)(e),this.schemas[e]||
this.refs[e]}function Rw(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function Ew(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function Iw(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let a=e[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function Mw(){let e={...this.opts};for(let t of Ow)
delete e[t];return e}var Lw={log(){},warn(){},error(){}};function Fw(e){if(e===!1)return Lw;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var Vw=/^[a-z_$][a-z0-9_$:-]*$/i;function Uw(e,t){let{RULES:a}=this;if((0,Xi.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!Vw.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function Qi(e,t,a){var n;let o=t?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===a);if(r||(r={type:a,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,Mn.getJSONTypes)(t.type),schemaType:(0,Mn.getJSONTypes)(t.schemaType)}};t.before?Jw.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(n=t.implements)===null||n===void 0||n.forEach(p=>this.addKeyword(p))}function Jw(e,t,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,t):(e.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function Dw(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=Ru(t)),e.validateSchema=
this.compile(t,!0))}var zw={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function Ru(e){return{anyOf:[e,zw]}}});var Iu=ce(Yi=>{"use strict";Object.defineProperty(Yi,"__esModule",{value:!0});var Ww={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};Yi.default=Ww});var Vu=ce(ys=>{"use strict";Object.defineProperty(ys,"__esModule",{value:!0});ys.callRef=ys.getValidate=void 0;var Cw=Ra(),Mu=Yt(),Wt=Ve(),zs=Er(),Lu=On(),Ln=Be(),
Kw={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=n,{root:m}=i;if((a==="#"||a==="#/")&&
o===m.baseId)return h();let u=Lu.resolveRef.call(p,m,o,a);if(u===void 0)throw new Cw.default(n.opts.uriResolver,o,a);if(u instanceof Lu.SchemaEnv)return $(u);return S(
u);function h(){if(i===m)return Fn(e,r,i,i.$async);let O=t.scopeValue("root",{ref:m});return Fn(e,(0,Wt._)`${O}.validate`,m,m.$async)}function $(O){let x=Fu(e,O);
Fn(e,x,O,O.$async)}function S(O){let x=t.scopeValue("schema",s.code.source===!0?{ref:O,code:(0,Wt.stringify)(O)}:{ref:O}),T=t.name("valid"),R=e.subschema({schema:O,
dataTypes:[],schemaPath:Wt.nil,topSchemaRef:x,errSchemaPath:a},T);e.mergeEvaluated(R),e.ok(T)}}};function Fu(e,t){let{gen:a}=e;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,Wt._)`${a.scopeValue("wrapper",{ref:t})}.validate`}ys.getValidate=Fu;function Fn(e,t,a,n){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,m=p.passContext?zs.default.this:Wt.nil;n?u():h();function u(){if(!s.$async)throw new Error("async schema referenced by sync schema");let O=o.let("vali\
d");o.try(()=>{o.code((0,Wt._)`await ${(0,Mu.callValidateCode)(e,t,m)}`),S(t),r||o.assign(O,!0)},x=>{o.if((0,Wt._)`!(${x} instanceof ${i.ValidationError})`,()=>o.
throw(x)),$(x),r||o.assign(O,!1)}),e.ok(O)}function h(){e.result((0,Mu.callValidateCode)(e,t,m),()=>S(t),()=>$(t))}function $(O){let x=(0,Wt._)`${O}.errors`;o.assign(
zs.default.vErrors,(0,Wt._)`${zs.default.vErrors} === null ? ${x} : ${zs.default.vErrors}.concat(${x})`),o.assign(zs.default.errors,(0,Wt._)`${zs.default.vErrors}.length`)}
function S(O){var x;if(!i.opts.unevaluated)return;let T=(x=a?.validate)===null||x===void 0?void 0:x.evaluated;if(i.props!==!0)if(T&&!T.dynamicProps)T.props!==void 0&&
(i.props=Ln.mergeEvaluated.props(o,T.props,i.props));else{let R=o.var("props",(0,Wt._)`${O}.evaluated.props`);i.props=Ln.mergeEvaluated.props(o,R,i.props,Wt.Name)}
if(i.items!==!0)if(T&&!T.dynamicItems)T.items!==void 0&&(i.items=Ln.mergeEvaluated.items(o,T.items,i.items));else{let R=o.var("items",(0,Wt._)`${O}.evaluated.items`);
i.items=Ln.mergeEvaluated.items(o,R,i.items,Wt.Name)}}}ys.callRef=Fn;ys.default=Kw});var Uu=ce(ep=>{"use strict";Object.defineProperty(ep,"__esModule",{value:!0});var Hw=Iu(),Bw=Vu(),Gw=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",Hw.default,Bw.default];ep.default=Gw});var Ju=ce(tp=>{"use strict";Object.defineProperty(tp,"__esModule",{value:!0});var Vn=Ve(),Xr=Vn.operators,Un={maximum:{okStr:"<=",ok:Xr.LTE,fail:Xr.GT},minimum:{
okStr:">=",ok:Xr.GTE,fail:Xr.LT},exclusiveMaximum:{okStr:"<",ok:Xr.LT,fail:Xr.GTE},exclusiveMinimum:{okStr:">",ok:Xr.GT,fail:Xr.LTE}},Zw={message:({keyword:e,schemaCode:t})=>(0,Vn.
str)`must be ${Un[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,Vn._)`{comparison: ${Un[e].okStr}, limit: ${t}}`},Qw={keyword:Object.keys(Un),type:"numb\
er",schemaType:"number",$data:!0,error:Zw,code(e){let{keyword:t,data:a,schemaCode:n}=e;e.fail$data((0,Vn._)`${a} ${Un[t].fail} ${n} || isNaN(${a})`)}};tp.default=
Qw});var Du=ce(rp=>{"use strict";Object.defineProperty(rp,"__esModule",{value:!0});var Va=Ve(),Xw={message:({schemaCode:e})=>(0,Va.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,Va._)`{multipleOf: ${e}}`},Yw={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:Xw,code(e){let{gen:t,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,Va._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,Va._)`${r} !== parseInt(${r})`;e.fail$data((0,Va.
_)`(${n} === 0 || (${r} = ${a}/${n}, ${s}))`)}};rp.default=Yw});var zu=ce(sp=>{"use strict";Object.defineProperty(sp,"__esModule",{value:!0});var gs=Ve(),ev=Be(),tv=Do(),rv={message({keyword:e,schemaCode:t}){let a=e==="maxLe\
ngth"?"more":"fewer";return(0,gs.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:e})=>(0,gs._)`{limit: ${e}}`},sv={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:rv,code(e){let{keyword:t,data:a,schemaCode:n,it:o}=e,i=t==="maxLength"?gs.operators.GT:gs.operators.LT,
r=o.opts.unicode===!1?(0,gs._)`${a}.length`:(0,gs._)`${(0,ev.useFunc)(e.gen,tv.default)}(${a})`;e.fail$data((0,gs._)`${r} ${i} ${n}`)}};sp.default=sv});var Wu=ce(ap=>{"use strict";Object.defineProperty(ap,"__esModule",{value:!0});var av=Yt(),nv=Be(),Ws=Ve(),ov={message:({schemaCode:e})=>(0,Ws.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,Ws._)`{pattern: ${e}}`},iv={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:ov,code(e){let{gen:t,data:a,$data:n,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(n){let{regExp:p}=r.opts.code,m=p.code==="new RegExp"?(0,Ws._)`new RegExp`:(0,nv.useFunc)(t,p),u=t.let("val\
id");t.try(()=>t.assign(u,(0,Ws._)`${m}(${i}, ${s}).test(${a})`),()=>t.assign(u,!1)),e.fail$data((0,Ws._)`!${u}`)}else{let p=(0,av.usePattern)(e,o);e.fail$data(
(0,Ws._)`!${p}.test(${a})`)}}};ap.default=iv});var Cu=ce(np=>{"use strict";Object.defineProperty(np,"__esModule",{value:!0});var Ua=Ve(),pv={message({keyword:e,schemaCode:t}){let a=e==="maxProperties"?"more":
"fewer";return(0,Ua.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:e})=>(0,Ua._)`{limit: ${e}}`},cv={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:pv,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxProperties"?Ua.operators.GT:Ua.operators.LT;e.fail$data(
(0,Ua._)`Object.keys(${a}).length ${o} ${n}`)}};np.default=cv});var Ku=ce(op=>{"use strict";Object.defineProperty(op,"__esModule",{value:!0});var Ja=Yt(),Da=Ve(),dv=Be(),uv={message:({params:{missingProperty:e}})=>(0,Da.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,Da._)`{missingProperty: ${e}}`},lv={keyword:"required",type:"object",schemaType:"array",$data:!0,error:uv,code(e){let{
gen:t,schema:a,schemaCode:n,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&a.length===0)return;let p=a.length>=s.loopRequired;if(r.allErrors?m():u(),s.strictRequired){
let S=e.parentSchema.properties,{definedProperties:O}=e.it;for(let x of a)if(S?.[x]===void 0&&!O.has(x)){let T=r.schemaEnv.baseId+r.errSchemaPath,R=`required pr\
operty "${x}" is not defined at "${T}" (strictRequired)`;(0,dv.checkStrictMode)(r,R,r.opts.strictRequired)}}function m(){if(p||i)e.block$data(Da.nil,h);else for(let S of a)
(0,Ja.checkReportMissingProp)(e,S)}function u(){let S=t.let("missing");if(p||i){let O=t.let("valid",!0);e.block$data(O,()=>$(S,O)),e.ok(O)}else t.if((0,Ja.checkMissingProp)(
e,a,S)),(0,Ja.reportMissingProp)(e,S),t.else()}function h(){t.forOf("prop",n,S=>{e.setParams({missingProperty:S}),t.if((0,Ja.noPropertyInData)(t,o,S,s.ownProperties),
()=>e.error())})}function $(S,O){e.setParams({missingProperty:S}),t.forOf(S,n,()=>{t.assign(O,(0,Ja.propertyInData)(t,o,S,s.ownProperties)),t.if((0,Da.not)(O),()=>{
e.error(),t.break()})},Da.nil)}}};op.default=lv});var Hu=ce(ip=>{"use strict";Object.defineProperty(ip,"__esModule",{value:!0});var za=Ve(),mv={message({keyword:e,schemaCode:t}){let a=e==="maxItems"?"more":"few\
er";return(0,za.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:e})=>(0,za._)`{limit: ${e}}`},fv={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:mv,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxItems"?za.operators.GT:za.operators.LT;e.fail$data((0,za._)`${a}.length ${o} ${n}`)}};
ip.default=fv});var Jn=ce(pp=>{"use strict";Object.defineProperty(pp,"__esModule",{value:!0});var Bu=qi();Bu.code='require("ajv/dist/runtime/equal").default';pp.default=Bu});var Gu=ce(dp=>{"use strict";Object.defineProperty(dp,"__esModule",{value:!0});var cp=Oa(),Ot=Ve(),hv=Be(),yv=Jn(),gv={message:({params:{i:e,j:t}})=>(0,Ot.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,Ot._)`{i: ${e}, j: ${t}}`},bv={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:gv,code(e){let{gen:t,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!n&&!o)return;let p=t.let("valid"),m=i.items?(0,cp.getSchemaTypes)(i.items):[];e.block$data(p,u,(0,Ot._)`${r} === false`),
e.ok(p);function u(){let O=t.let("i",(0,Ot._)`${a}.length`),x=t.let("j");e.setParams({i:O,j:x}),t.assign(p,!0),t.if((0,Ot._)`${O} > 1`,()=>(h()?$:S)(O,x))}function h(){
return m.length>0&&!m.some(O=>O==="object"||O==="array")}function $(O,x){let T=t.name("item"),R=(0,cp.checkDataTypes)(m,T,s.opts.strictNumbers,cp.DataType.Wrong),
pe=t.const("indices",(0,Ot._)`{}`);t.for((0,Ot._)`;${O}--;`,()=>{t.let(T,(0,Ot._)`${a}[${O}]`),t.if(R,(0,Ot._)`continue`),m.length>1&&t.if((0,Ot._)`typeof ${T} == "string"`,
(0,Ot._)`${T} += "_"`),t.if((0,Ot._)`typeof ${pe}[${T}] == "number"`,()=>{t.assign(x,(0,Ot._)`${pe}[${T}]`),e.error(),t.assign(p,!1).break()}).code((0,Ot._)`${pe}[${T}] = ${O}`)})}
function S(O,x){let T=(0,hv.useFunc)(t,yv.default),R=t.name("outer");t.label(R).for((0,Ot._)`;${O}--;`,()=>t.for((0,Ot._)`${x} = ${O}; ${x}--;`,()=>t.if((0,Ot._)`${T}(${a}[${O}], ${a}[${x}])`,
()=>{e.error(),t.assign(p,!1).break(R)})))}}};dp.default=bv});var Zu=ce(lp=>{"use strict";Object.defineProperty(lp,"__esModule",{value:!0});var up=Ve(),wv=Be(),vv=Jn(),kv={message:"must be equal to constant",params:({schemaCode:e})=>(0,up.
_)`{allowedValue: ${e}}`},Pv={keyword:"const",$data:!0,error:kv,code(e){let{gen:t,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,up.
_)`!${(0,wv.useFunc)(t,vv.default)}(${a}, ${o})`):e.fail((0,up._)`${i} !== ${a}`)}};lp.default=Pv});var Qu=ce(mp=>{"use strict";Object.defineProperty(mp,"__esModule",{value:!0});var Wa=Ve(),$v=Be(),Sv=Jn(),_v={message:"must be equal to one of the allowed value\
s",params:({schemaCode:e})=>(0,Wa._)`{allowedValues: ${e}}`},xv={keyword:"enum",schemaType:"array",$data:!0,error:_v,code(e){let{gen:t,data:a,$data:n,schema:o,schemaCode:i,
it:r}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,m=()=>p??(p=(0,$v.useFunc)(t,Sv.default)),u;if(s||
n)u=t.let("valid"),e.block$data(u,h);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let S=t.const("vSchema",i);u=(0,Wa.or)(...o.map((O,x)=>$(
S,x)))}e.pass(u);function h(){t.assign(u,!1),t.forOf("v",i,S=>t.if((0,Wa._)`${m()}(${a}, ${S})`,()=>t.assign(u,!0).break()))}function $(S,O){let x=o[O];return typeof x==
"object"&&x!==null?(0,Wa._)`${m()}(${a}, ${S}[${O}])`:(0,Wa._)`${a} === ${x}`}}};mp.default=xv});var Xu=ce(fp=>{"use strict";Object.defineProperty(fp,"__esModule",{value:!0});var qv=Ju(),Ov=Du(),jv=zu(),Tv=Wu(),Av=Cu(),Nv=Ku(),Rv=Hu(),Ev=Gu(),Iv=Zu(),Mv=Qu(),
Lv=[qv.default,Ov.default,jv.default,Tv.default,Av.default,Nv.default,Rv.default,Ev.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},Iv.default,Mv.default];fp.default=Lv});var yp=ce(Ca=>{"use strict";Object.defineProperty(Ca,"__esModule",{value:!0});Ca.validateAdditionalItems=void 0;var bs=Ve(),hp=Be(),Fv={message:({params:{len:e}})=>(0,bs.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,bs._)`{limit: ${e}}`},Vv={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:Fv,code(e){let{parentSchema:t,it:a}=e,{items:n}=t;if(!Array.isArray(n)){(0,hp.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}Yu(e,n)}};function Yu(e,t){let{gen:a,schema:n,data:o,keyword:i,it:r}=e;r.items=!0;let s=a.const("len",(0,bs._)`${o}.length`);
if(n===!1)e.setParams({len:t.length}),e.pass((0,bs._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,hp.alwaysValidSchema)(r,n)){let m=a.var("valid",(0,bs.
_)`${s} <= ${t.length}`);a.if((0,bs.not)(m),()=>p(m)),e.ok(m)}function p(m){a.forRange("i",t.length,s,u=>{e.subschema({keyword:i,dataProp:u,dataPropType:hp.Type.
Num},m),r.allErrors||a.if((0,bs.not)(m),()=>a.break())})}}Ca.validateAdditionalItems=Yu;Ca.default=Vv});var gp=ce(Ka=>{"use strict";Object.defineProperty(Ka,"__esModule",{value:!0});Ka.validateTuple=void 0;var el=Ve(),Dn=Be(),Uv=Yt(),Jv={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:a}=e;if(Array.isArray(t))return tl(e,"additionalItems",t);a.items=!0,!(0,Dn.
alwaysValidSchema)(a,t)&&e.ok((0,Uv.validateArray)(e))}};function tl(e,t,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:r,it:s}=e;u(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Dn.mergeEvaluated.items(n,a.length,s.items));let p=n.name("valid"),m=n.const("len",(0,el._)`${i}.length`);a.forEach((h,$)=>{(0,Dn.
alwaysValidSchema)(s,h)||(n.if((0,el._)`${m} > ${$}`,()=>e.subschema({keyword:r,schemaProp:$,dataProp:$},p)),e.ok(p))});function u(h){let{opts:$,errSchemaPath:S}=s,
O=a.length,x=O===h.minItems&&(O===h.maxItems||h[t]===!1);if($.strictTuples&&!x){let T=`"${r}" is ${O}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${S}"`;(0,Dn.checkStrictMode)(s,T,$.strictTuples)}}}Ka.validateTuple=tl;Ka.default=Jv});var rl=ce(bp=>{"use strict";Object.defineProperty(bp,"__esModule",{value:!0});var Dv=gp(),zv={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:e=>(0,Dv.validateTuple)(e,"items")};bp.default=zv});var al=ce(wp=>{"use strict";Object.defineProperty(wp,"__esModule",{value:!0});var sl=Ve(),Wv=Be(),Cv=Yt(),Kv=yp(),Hv={message:({params:{len:e}})=>(0,sl.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,sl._)`{limit: ${e}}`},Bv={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:Hv,code(e){let{schema:t,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,Wv.alwaysValidSchema)(n,t)&&(o?(0,Kv.validateAdditionalItems)(e,o):e.ok((0,Cv.validateArray)(e)))}};wp.default=
Bv});var nl=ce(vp=>{"use strict";Object.defineProperty(vp,"__esModule",{value:!0});var tr=Ve(),zn=Be(),Gv={message:({params:{min:e,max:t}})=>t===void 0?(0,tr.str)`must contain at least ${e} valid item(s)`:
(0,tr.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,tr._)`{minContains: ${e}}`:(0,tr._)`{minContains: ${e}, maxContains: ${t}}`},
Zv={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:Gv,code(e){let{gen:t,schema:a,parentSchema:n,data:o,
it:i}=e,r,s,{minContains:p,maxContains:m}=n;i.opts.next?(r=p===void 0?1:p,s=m):r=1;let u=t.const("len",(0,tr._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,zn.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,zn.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,zn.alwaysValidSchema)(i,a)){let x=(0,tr._)`${u} >= ${r}`;s!==void 0&&(x=(0,tr._)`${x} && ${u} <= ${s}`),
e.pass(x);return}i.items=!0;let h=t.name("valid");s===void 0&&r===1?S(h,()=>t.if(h,()=>t.break())):r===0?(t.let(h,!0),s!==void 0&&t.if((0,tr._)`${o}.length > 0`,
$)):(t.let(h,!1),$()),e.result(h,()=>e.reset());function $(){let x=t.name("_valid"),T=t.let("count",0);S(x,()=>t.if(x,()=>O(T)))}function S(x,T){t.forRange("i",
0,u,R=>{e.subschema({keyword:"contains",dataProp:R,dataPropType:zn.Type.Num,compositeRule:!0},x),T()})}function O(x){t.code((0,tr._)`${x}++`),s===void 0?t.if((0,tr.
_)`${x} >= ${r}`,()=>t.assign(h,!0).break()):(t.if((0,tr._)`${x} > ${s}`,()=>t.assign(h,!1).break()),r===1?t.assign(h,!0):t.if((0,tr._)`${x} >= ${r}`,()=>t.assign(
h,!0)))}}};vp.default=Zv});var pl=ce(Pr=>{"use strict";Object.defineProperty(Pr,"__esModule",{value:!0});Pr.validateSchemaDeps=Pr.validatePropertyDeps=Pr.error=void 0;var kp=Ve(),Qv=Be(),
Ha=Yt();Pr.error={message:({params:{property:e,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,kp.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:a,missingProperty:n}})=>(0,kp._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var Xv={keyword:"dependencies",type:"object",schemaType:"object",error:Pr.error,code(e){let[t,a]=Yv(e);ol(e,t),il(e,a)}};function Yv({schema:e}){
let t={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?t:a;o[n]=e[n]}return[t,a]}function ol(e,t=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(t).length===0)return;let i=a.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,Ha.propertyInData)(a,n,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(p,()=>{for(let m of s)(0,Ha.checkReportMissingProp)(e,m)}):(a.if((0,kp._)`${p} && (${(0,Ha.
checkMissingProp)(e,s,i)})`),(0,Ha.reportMissingProp)(e,i),a.else())}}Pr.validatePropertyDeps=ol;function il(e,t=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,r=a.
name("valid");for(let s in t)(0,Qv.alwaysValidSchema)(i,t[s])||(a.if((0,Ha.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>a.var(r,!0)),e.ok(r))}Pr.validateSchemaDeps=il;Pr.default=Xv});var dl=ce(Pp=>{"use strict";Object.defineProperty(Pp,"__esModule",{value:!0});var cl=Ve(),ek=Be(),tk={message:"property name must be valid",params:({params:e})=>(0,cl.
_)`{propertyName: ${e.propertyName}}`},rk={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:tk,code(e){let{gen:t,schema:a,data:n,it:o}=e;
if((0,ek.alwaysValidSchema)(o,a))return;let i=t.name("valid");t.forIn("key",n,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,cl.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};Pp.default=rk});var Sp=ce($p=>{"use strict";Object.defineProperty($p,"__esModule",{value:!0});var Wn=Yt(),ur=Ve(),sk=Er(),Cn=Be(),ak={message:"must NOT have additional properti\
es",params:({params:e})=>(0,ur._)`{additionalProperty: ${e.additionalProperty}}`},nk={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:ak,code(e){let{gen:t,schema:a,parentSchema:n,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,Cn.alwaysValidSchema)(r,a))return;let m=(0,Wn.allSchemaProperties)(n.properties),u=(0,Wn.
allSchemaProperties)(n.patternProperties);h(),e.ok((0,ur._)`${i} === ${sk.default.errors}`);function h(){t.forIn("key",o,T=>{!m.length&&!u.length?O(T):t.if($(T),
()=>O(T))})}function $(T){let R;if(m.length>8){let pe=(0,Cn.schemaRefOrVal)(r,n.properties,"properties");R=(0,Wn.isOwnProperty)(t,pe,T)}else m.length?R=(0,ur.or)(
...m.map(pe=>(0,ur._)`${T} === ${pe}`)):R=ur.nil;return u.length&&(R=(0,ur.or)(R,...u.map(pe=>(0,ur._)`${(0,Wn.usePattern)(e,pe)}.test(${T})`))),(0,ur.not)(R)}function S(T){
t.code((0,ur._)`delete ${o}[${T}]`)}function O(T){if(p.removeAdditional==="all"||p.removeAdditional&&a===!1){S(T);return}if(a===!1){e.setParams({additionalProperty:T}),
e.error(),s||t.break();return}if(typeof a=="object"&&!(0,Cn.alwaysValidSchema)(r,a)){let R=t.name("valid");p.removeAdditional==="failing"?(x(T,R,!1),t.if((0,ur.
not)(R),()=>{e.reset(),S(T)})):(x(T,R),s||t.if((0,ur.not)(R),()=>t.break()))}}function x(T,R,pe){let z={keyword:"additionalProperties",dataProp:T,dataPropType:Cn.
Type.Str};pe===!1&&Object.assign(z,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(z,R)}}};$p.default=nk});var ml=ce(xp=>{"use strict";Object.defineProperty(xp,"__esModule",{value:!0});var ok=Na(),ul=Yt(),_p=Be(),ll=Sp(),ik={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&ll.default.code(new ok.KeywordCxt(
i,ll.default,"additionalProperties"));let r=(0,ul.allSchemaProperties)(a);for(let h of r)i.definedProperties.add(h);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=_p.mergeEvaluated.props(t,(0,_p.toHash)(r),i.props));let s=r.filter(h=>!(0,_p.alwaysValidSchema)(i,a[h]));if(s.length===0)return;let p=t.name("valid");
for(let h of s)m(h)?u(h):(t.if((0,ul.propertyInData)(t,o,h,i.opts.ownProperties)),u(h),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(h),
e.ok(p);function m(h){return i.opts.useDefaults&&!i.compositeRule&&a[h].default!==void 0}function u(h){e.subschema({keyword:"properties",schemaProp:h,dataProp:h},
p)}}};xp.default=ik});var gl=ce(qp=>{"use strict";Object.defineProperty(qp,"__esModule",{value:!0});var fl=Yt(),Kn=Ve(),hl=Be(),yl=Be(),pk={keyword:"patternProperties",type:"object",
schemaType:"object",code(e){let{gen:t,schema:a,data:n,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,fl.allSchemaProperties)(a),p=s.filter(x=>(0,hl.alwaysValidSchema)(i,
a[x]));if(s.length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let m=r.strictSchema&&!r.allowMatchingProperties&&o.properties,u=t.name(
"valid");i.props!==!0&&!(i.props instanceof Kn.Name)&&(i.props=(0,yl.evaluatedPropsToName)(t,i.props));let{props:h}=i;$();function $(){for(let x of s)m&&S(x),i.
allErrors?O(x):(t.var(u,!0),O(x),t.if(u))}function S(x){for(let T in m)new RegExp(x).test(T)&&(0,hl.checkStrictMode)(i,`property ${T} matches pattern ${x} (use \
allowMatchingProperties)`)}function O(x){t.forIn("key",n,T=>{t.if((0,Kn._)`${(0,fl.usePattern)(e,x)}.test(${T})`,()=>{let R=p.includes(x);R||e.subschema({keyword:"\
patternProperties",schemaProp:x,dataProp:T,dataPropType:yl.Type.Str},u),i.opts.unevaluated&&h!==!0?t.assign((0,Kn._)`${h}[${T}]`,!0):!R&&!i.allErrors&&t.if((0,Kn.
not)(u),()=>t.break())})})}}};qp.default=pk});var bl=ce(Op=>{"use strict";Object.defineProperty(Op,"__esModule",{value:!0});var ck=Be(),dk={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:a,it:n}=e;if((0,ck.alwaysValidSchema)(n,a)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};Op.default=dk});var wl=ce(jp=>{"use strict";Object.defineProperty(jp,"__esModule",{value:!0});var uk=Yt(),lk={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:uk.validateUnion,
error:{message:"must match a schema in anyOf"}};jp.default=lk});var vl=ce(Tp=>{"use strict";Object.defineProperty(Tp,"__esModule",{value:!0});var Hn=Ve(),mk=Be(),fk={message:"must match exactly one schema in oneOf",params:({
params:e})=>(0,Hn._)`{passingSchemas: ${e.passing}}`},hk={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:fk,code(e){let{gen:t,schema:a,parentSchema:n,it:o}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,r=t.let("valid",!1),s=t.let("passing",null),
p=t.name("_valid");e.setParams({passing:s}),t.block(m),e.result(r,()=>e.reset(),()=>e.error(!0));function m(){i.forEach((u,h)=>{let $;(0,mk.alwaysValidSchema)(o,
u)?t.var(p,!0):$=e.subschema({keyword:"oneOf",schemaProp:h,compositeRule:!0},p),h>0&&t.if((0,Hn._)`${p} && ${r}`).assign(r,!1).assign(s,(0,Hn._)`[${s}, ${h}]`).
else(),t.if(p,()=>{t.assign(r,!0),t.assign(s,h),$&&e.mergeEvaluated($,Hn.Name)})})}}};Tp.default=hk});var kl=ce(Ap=>{"use strict";Object.defineProperty(Ap,"__esModule",{value:!0});var yk=Be(),gk={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=t.name("valid");a.forEach((i,r)=>{if((0,yk.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};Ap.default=gk});var Sl=ce(Np=>{"use strict";Object.defineProperty(Np,"__esModule",{value:!0});var Bn=Ve(),$l=Be(),bk={message:({params:e})=>(0,Bn.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,Bn._)`{failingKeyword: ${e.ifClause}}`},wk={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:bk,code(e){let{gen:t,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,$l.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=Pl(n,"then"),i=Pl(n,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let u=t.let("ifClause");e.setParams({ifClause:u}),t.if(s,m("then",u),m("else",u))}else o?t.if(
s,m("then")):t.if((0,Bn.not)(s),m("else"));e.pass(r,()=>e.error(!0));function p(){let u=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(u)}function m(u,h){return()=>{let $=e.subschema({keyword:u},s);t.assign(r,s),e.mergeValidEvaluated($,r),h?t.assign(h,(0,Bn._)`${u}`):e.setParams(
{ifClause:u})}}}};function Pl(e,t){let a=e.schema[t];return a!==void 0&&!(0,$l.alwaysValidSchema)(e,a)}Np.default=wk});var _l=ce(Rp=>{"use strict";Object.defineProperty(Rp,"__esModule",{value:!0});var vk=Be(),kk={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:a}){t.if===void 0&&(0,vk.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};Rp.default=kk});var xl=ce(Ep=>{"use strict";Object.defineProperty(Ep,"__esModule",{value:!0});var Pk=yp(),$k=rl(),Sk=gp(),_k=al(),xk=nl(),qk=pl(),Ok=dl(),jk=Sp(),Tk=ml(),Ak=gl(),
Nk=bl(),Rk=wl(),Ek=vl(),Ik=kl(),Mk=Sl(),Lk=_l();function Fk(e=!1){let t=[Nk.default,Rk.default,Ek.default,Ik.default,Mk.default,Lk.default,Ok.default,jk.default,
qk.default,Tk.default,Ak.default];return e?t.push($k.default,_k.default):t.push(Pk.default,Sk.default),t.push(xk.default),t}Ep.default=Fk});var ql=ce(Ip=>{"use strict";Object.defineProperty(Ip,"__esModule",{value:!0});var kt=Ve(),Vk={message:({schemaCode:e})=>(0,kt.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,kt._)`{format: ${e}}`},Uk={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:Vk,code(e,t){let{gen:a,data:n,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:m,schemaEnv:u,self:h}=s;if(!p.validateFormats)return;o?$():S();function $(){let O=a.scopeValue("formats",{ref:h.
formats,code:p.code.formats}),x=a.const("fDef",(0,kt._)`${O}[${r}]`),T=a.let("fType"),R=a.let("format");a.if((0,kt._)`typeof ${x} == "object" && !(${x} instanceof RegExp)`,
()=>a.assign(T,(0,kt._)`${x}.type || "string"`).assign(R,(0,kt._)`${x}.validate`),()=>a.assign(T,(0,kt._)`"string"`).assign(R,x)),e.fail$data((0,kt.or)(pe(),z()));
function pe(){return p.strictSchema===!1?kt.nil:(0,kt._)`${r} && !${R}`}function z(){let K=u.$async?(0,kt._)`(${x}.async ? await ${R}(${n}) : ${R}(${n}))`:(0,kt.
_)`${R}(${n})`,F=(0,kt._)`(typeof ${R} == "function" ? ${K} : ${R}.test(${n}))`;return(0,kt._)`${R} && ${R} !== true && ${T} === ${t} && !${F}`}}function S(){let O=h.
formats[i];if(!O){pe();return}if(O===!0)return;let[x,T,R]=z(O);x===t&&e.pass(K());function pe(){if(p.strictSchema===!1){h.logger.warn(F());return}throw new Error(
F());function F(){return`unknown format "${i}" ignored in schema at path "${m}"`}}function z(F){let ue=F instanceof RegExp?(0,kt.regexpCode)(F):p.code.formats?(0,kt.
_)`${p.code.formats}${(0,kt.getProperty)(i)}`:void 0,j=a.scopeValue("formats",{key:i,ref:F,code:ue});return typeof F=="object"&&!(F instanceof RegExp)?[F.type||
"string",F.validate,(0,kt._)`${j}.validate`]:["string",F,j]}function K(){if(typeof O=="object"&&!(O instanceof RegExp)&&O.async){if(!u.$async)throw new Error("a\
sync format in sync schema");return(0,kt._)`await ${R}(${n})`}return typeof T=="function"?(0,kt._)`${R}(${n})`:(0,kt._)`${R}.test(${n})`}}}};Ip.default=Uk});var Ol=ce(Mp=>{"use strict";Object.defineProperty(Mp,"__esModule",{value:!0});var Jk=ql(),Dk=[Jk.default];Mp.default=Dk});var jl=ce(Cs=>{"use strict";Object.defineProperty(Cs,"__esModule",{value:!0});Cs.contentVocabulary=Cs.metadataVocabulary=void 0;Cs.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];Cs.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var Al=ce(Lp=>{"use strict";Object.defineProperty(Lp,"__esModule",{value:!0});var zk=Uu(),Wk=Xu(),Ck=xl(),Kk=Ol(),Tl=jl(),Hk=[zk.default,Wk.default,(0,Ck.default)(),
Kk.default,Tl.metadataVocabulary,Tl.contentVocabulary];Lp.default=Hk});var Rl=ce(Gn=>{"use strict";Object.defineProperty(Gn,"__esModule",{value:!0});Gn.DiscrError=void 0;var Nl;(function(e){e.Tag="tag",e.Mapping="mapping"})(Nl||(Gn.
DiscrError=Nl={}))});var Il=ce(Vp=>{"use strict";Object.defineProperty(Vp,"__esModule",{value:!0});var Ks=Ve(),Fp=Rl(),El=On(),Bk=Ra(),Gk=Be(),Zk={message:({params:{discrError:e,tagName:t}})=>e===
Fp.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:a}})=>(0,Ks._)`{error: ${e}, tag: ${a}, tagValue: ${t}}`},
Qk={keyword:"discriminator",type:"object",schemaType:"object",error:Zk,code(e){let{gen:t,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),m=t.
const("tag",(0,Ks._)`${a}${(0,Ks.getProperty)(s)}`);t.if((0,Ks._)`typeof ${m} == "string"`,()=>u(),()=>e.error(!1,{discrError:Fp.DiscrError.Tag,tag:m,tagName:s})),
e.ok(p);function u(){let S=$();t.if(!1);for(let O in S)t.elseIf((0,Ks._)`${m} === ${O}`),t.assign(p,h(S[O]));t.else(),e.error(!1,{discrError:Fp.DiscrError.Mapping,
tag:m,tagName:s}),t.endIf()}function h(S){let O=t.name("valid"),x=e.subschema({keyword:"oneOf",schemaProp:S},O);return e.mergeEvaluated(x,Ks.Name),O}function $(){
var S;let O={},x=R(o),T=!0;for(let K=0;K<r.length;K++){let F=r[K];if(F?.$ref&&!(0,Gk.schemaHasRulesButRef)(F,i.self.RULES)){let j=F.$ref;if(F=El.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,j),F instanceof El.SchemaEnv&&(F=F.schema),F===void 0)throw new Bk.default(i.opts.uriResolver,i.baseId,j)}let ue=(S=F?.properties)===
null||S===void 0?void 0:S[s];if(typeof ue!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);T=T&&
(x||R(F)),pe(ue,K)}if(!T)throw new Error(`discriminator: "${s}" must be required`);return O;function R({required:K}){return Array.isArray(K)&&K.includes(s)}function pe(K,F){
if(K.const)z(K.const,F);else if(K.enum)for(let ue of K.enum)z(ue,F);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function z(K,F){
if(typeof K!="string"||K in O)throw new Error(`discriminator: "${s}" values must be unique strings`);O[K]=F}}}};Vp.default=Qk});var Ml=ce((CS,Xk)=>{Xk.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Ct=ce((ut,Up)=>{"use strict";Object.defineProperty(ut,"__esModule",{value:!0});ut.MissingRefError=ut.ValidationError=ut.CodeGen=ut.Name=ut.nil=ut.stringify=
ut.str=ut._=ut.KeywordCxt=ut.Ajv=void 0;var Yk=Eu(),e1=Al(),t1=Il(),Ll=Ml(),r1=["/properties"],Zn="http://json-schema.org/draft-07/schema",Hs=class extends Yk.default{_addVocabularies(){
super._addVocabularies(),e1.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(t1.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(Ll,r1):Ll;this.addMetaSchema(t,Zn,!1),this.refs["http://json-schema.org/schema"]=Zn}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(Zn)?Zn:void 0)}};ut.Ajv=Hs;Up.exports=ut=Hs;Up.exports.Ajv=Hs;Object.defineProperty(ut,"__esMo\
dule",{value:!0});ut.default=Hs;var s1=Na();Object.defineProperty(ut,"KeywordCxt",{enumerable:!0,get:function(){return s1.KeywordCxt}});var Bs=Ve();Object.defineProperty(
ut,"_",{enumerable:!0,get:function(){return Bs._}});Object.defineProperty(ut,"str",{enumerable:!0,get:function(){return Bs.str}});Object.defineProperty(ut,"stri\
ngify",{enumerable:!0,get:function(){return Bs.stringify}});Object.defineProperty(ut,"nil",{enumerable:!0,get:function(){return Bs.nil}});Object.defineProperty(
ut,"Name",{enumerable:!0,get:function(){return Bs.Name}});Object.defineProperty(ut,"CodeGen",{enumerable:!0,get:function(){return Bs.CodeGen}});var a1=xn();Object.
defineProperty(ut,"ValidationError",{enumerable:!0,get:function(){return a1.default}});var n1=Ra();Object.defineProperty(ut,"MissingRefError",{enumerable:!0,get:function(){
return n1.default}})});var $h=Mt(Tc());import{models as FP}from"./models.js";function cn(e,t=!1){let a=e.length,n=0,o="",i=0,r=16,s=0,p=0,m=0,u=0,h=0;function $(z,K){let F=0,ue=0;for(;F<z||!K;){let j=e.charCodeAt(n);if(j>=48&&j<=57)ue=ue*
16+j-48;else if(j>=65&&j<=70)ue=ue*16+j-65+10;else if(j>=97&&j<=102)ue=ue*16+j-97+10;else break;n++,F++}return F<z&&(ue=-1),ue}function S(z){n=z,o="",i=0,r=16,h=
0}function O(){let z=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&Ts(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&Ts(e.
charCodeAt(n)))for(n++;n<e.length&&Ts(e.charCodeAt(n));)n++;else return h=3,e.substring(z,n);let K=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===101))
if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&Ts(e.charCodeAt(n))){for(n++;n<e.length&&Ts(e.charCodeAt(n));)n++;K=n}else h=3;
return e.substring(z,K)}function x(){let z="",K=n;for(;;){if(n>=a){z+=e.substring(K,n),h=2;break}let F=e.charCodeAt(n);if(F===34){z+=e.substring(K,n),n++;break}
if(F===92){if(z+=e.substring(K,n),n++,n>=a){h=2;break}switch(e.charCodeAt(n++)){case 34:z+='"';break;case 92:z+="\\";break;case 47:z+="/";break;case 98:z+="\b";
break;case 102:z+="\f";break;case 110:z+=`
`;break;case 114:z+="\r";break;case 116:z+="	";break;case 117:let j=$(4,!0);j>=0?z+=String.fromCharCode(j):h=4;break;default:h=5}K=n;continue}if(F>=0&&F<=31)if(ga(
F)){z+=e.substring(K,n),h=2;break}else h=6;n++}return z}function T(){if(o="",h=0,i=n,p=s,u=m,n>=a)return i=a,r=17;let z=e.charCodeAt(n);if(Co(z)){do n++,o+=String.
fromCharCode(z),z=e.charCodeAt(n);while(Co(z));return r=15}if(ga(z))return n++,o+=String.fromCharCode(z),z===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,m=n,r=14;switch(z){case 123:return n++,r=1;case 125:return n++,r=2;case 91:return n++,r=3;case 93:return n++,r=4;case 58:return n++,r=6;case 44:return n++,
r=5;case 34:return n++,o=x(),r=10;case 47:let K=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!ga(e.charCodeAt(n));)n++;return o=e.substring(K,n),r=12}if(e.charCodeAt(
n+1)===42){n+=2;let F=a-1,ue=!1;for(;n<F;){let j=e.charCodeAt(n);if(j===42&&e.charCodeAt(n+1)===47){n+=2,ue=!0;break}n++,ga(j)&&(j===13&&e.charCodeAt(n)===10&&n++,
s++,m=n)}return ue||(n++,h=1),o=e.substring(K,n),r=13}return o+=String.fromCharCode(z),n++,r=16;case 45:if(o+=String.fromCharCode(z),n++,n===a||!Ts(e.charCodeAt(
n)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=O(),r=11;default:for(;n<a&&R(z);)n++,z=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(z),n++,r=16}}
function R(z){if(Co(z)||ga(z))return!1;switch(z){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function pe(){let z;do z=T();while(z>=
12&&z<=15);return z}return{setPosition:S,getPosition:()=>n,scan:t?pe:T,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-u,getTokenError:()=>h}}function Co(e){return e===32||e===9}function ga(e){return e===10||e===13}function Ts(e){return e>=48&&e<=57}
var Ac;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(Ac||(Ac={}));var Xh=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),As=200,Yh={" ":{"\n":new Array(As).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(As).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(As).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(As).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(As).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(As).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var dn;(function(e){e.DEFAULT={allowTrailingComma:!1}})(dn||(dn={}));function Nc(e,t){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,m,u,h){i.value=p,i.offset=m,i.length=u,i.type=h,i.colonOffset=void 0,o=i}try{Bo(e,{onObjectBegin:(p,m)=>{if(t<=p)throw n;o=void 0,r=t>p,a.push(
"")},onObjectProperty:(p,m,u)=>{if(t<m||(s(p,m,u,"property"),a[a.length-1]=p,t<=m+u))throw n},onObjectEnd:(p,m)=>{if(t<=p)throw n;o=void 0,a.pop()},onArrayBegin:(p,m)=>{
if(t<=p)throw n;o=void 0,a.push(0)},onArrayEnd:(p,m)=>{if(t<=p)throw n;o=void 0,a.pop()},onLiteralValue:(p,m,u)=>{if(t<m||(s(p,m,u,Rc(p)),t<=m+u))throw n},onSeparator:(p,m,u)=>{
if(t<=m)throw n;if(p===":"&&o&&o.type==="property")o.colonOffset=m,r=!1,o=void 0;else if(p===","){let h=a[a.length-1];typeof h=="number"?a[a.length-1]=h+1:(r=!0,
a[a.length-1]=""),o=void 0}}})}catch(p){if(p!==n)throw p}return{path:a,previousNode:o,isAtPropertyKey:r,matches:p=>{let m=0;for(let u=0;m<p.length&&u<a.length;u++)
if(p[m]===a[u]||p[m]==="*")m++;else if(p[m]!=="**")return!1;return m===p.length}}}function Ko(e,t=[],a=dn.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){n.type==="property"&&(n.length=p-n.offset,n=n.
parent)}function i(p){return n.children.push(p),p}Bo(e,{onObjectBegin:p=>{n=i({type:"object",offset:p,length:-1,parent:n,children:[]})},onObjectProperty:(p,m,u)=>{
n=i({type:"property",offset:m,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:p,offset:m,length:u,parent:n})},onObjectEnd:(p,m)=>{o(p+m),n.
length=p+m-n.offset,n=n.parent,o(p+m)},onArrayBegin:(p,m)=>{n=i({type:"array",offset:p,length:-1,parent:n,children:[]})},onArrayEnd:(p,m)=>{n.length=p+m-n.offset,
n=n.parent,o(p+m)},onLiteralValue:(p,m,u)=>{i({type:Rc(p),offset:m,length:u,parent:n,value:p}),o(m+u)},onSeparator:(p,m,u)=>{n.type==="property"&&(p===":"?n.colonOffset=
m:p===","&&o(m))},onError:(p,m,u)=>{t.push({error:p,offset:m,length:u})}},a);let s=n.children[0];return s&&delete s.parent,s}function Ho(e,t){if(!e)return;let a=e;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function un(e){switch(e.type){case"array":return e.children.map(un);case"object":let t=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(t[a.
children[0].value]=un(n))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function Bo(e,t,a=dn.DEFAULT){let n=cn(e,!1),o=[],i=0;function r(Y){return Y?()=>i===0&&Y(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(Y){return Y?D=>i===0&&Y(D,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function p(Y){return Y?
D=>i===0&&Y(D,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function m(Y){return Y?()=>{i>0?i++:Y(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function u(Y){return Y?()=>{i>0&&i--,i===
0&&Y(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let h=m(t.onObjectBegin),$=p(t.onObjectProperty),S=u(t.onObjectEnd),
O=m(t.onArrayBegin),x=u(t.onArrayEnd),T=p(t.onLiteralValue),R=s(t.onSeparator),pe=r(t.onComment),z=s(t.onError),K=a&&a.disallowComments,F=a&&a.allowTrailingComma;
function ue(){for(;;){let Y=n.scan();switch(n.getTokenError()){case 4:j(14);break;case 5:j(15);break;case 3:j(13);break;case 1:K||j(11);break;case 2:j(12);break;case 6:
j(16);break}switch(Y){case 12:case 13:K?j(10):pe();break;case 16:j(1);break;case 15:case 14:break;default:return Y}}}function j(Y,D=[],He=[]){if(z(Y),D.length+He.
length>0){let mt=n.getToken();for(;mt!==17;){if(D.indexOf(mt)!==-1){ue();break}else if(He.indexOf(mt)!==-1)break;mt=ue()}}}function fe(Y){let D=n.getTokenValue();
return Y?T(D):($(D),o.push(D)),ue(),!0}function me(){switch(n.getToken()){case 11:let Y=n.getTokenValue(),D=Number(Y);isNaN(D)&&(j(2),D=0),T(D);break;case 7:T(null);
break;case 8:T(!0);break;case 9:T(!1);break;default:return!1}return ue(),!0}function U(){return n.getToken()!==10?(j(3,[],[2,5]),!1):(fe(!1),n.getToken()===6?(R(
":"),ue(),xe()||j(4,[],[2,5])):j(5,[],[2,5]),o.pop(),!0)}function L(){h(),ue();let Y=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.getToken()===5){if(Y||j(
4,[],[]),R(","),ue(),n.getToken()===2&&F)break}else Y&&j(6,[],[]);U()||j(4,[],[2,5]),Y=!0}return S(),n.getToken()!==2?j(7,[2],[]):ue(),!0}function be(){O(),ue();
let Y=!0,D=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(D||j(4,[],[]),R(","),ue(),n.getToken()===4&&F)break}else D&&j(6,[],[]);Y?(o.push(
0),Y=!1):o[o.length-1]++,xe()||j(4,[],[4,5]),D=!0}return x(),Y||o.pop(),n.getToken()!==4?j(8,[4],[]):ue(),!0}function xe(){switch(n.getToken()){case 3:return be();case 1:
return L();case 10:return fe(!0);default:return me()}}return ue(),n.getToken()===17?a.allowEmptyContent?!0:(j(4,[],[]),!1):xe()?(n.getToken()!==17&&j(9,[],[]),!0):
(j(4,[],[]),!1)}function Rc(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var Ec;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(Ec||(Ec={}));var Ic;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(Ic||(Ic={}));var Lc=Nc;var Go=Ko,Fc=Ho;var Vc=un;var Mc;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(Mc||(Mc={}));function Uc(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var ay="\uFEFF";function*Jc(e){for(let t of e.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(ay)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${ny(Uc(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function ny(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function Ns(e){return Dc(e)}function Cr(e){return Dc(e)}function Dc(e){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let o=e(a);return t.
set(a,{value:o}),o}}function zc(e){return[...e.files.values()].flatMap(oy)}var oy=Cr(e=>e.syntaxErrors.length===0&&iy(e.text)===Wc(e.value)?[]:e.tree===void 0?[]:[...Zo(e.path,e.tree,
[])]);function iy(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function Wc(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((a,n)=>a+Wc(n),0)}function*Zo(e,t,a){let n=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*Zo(e,i,[...a,o]);continue}let p=String(r.value);n.has(p)&&(yield{code:"S002",file:e,path:[...a,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),n.add(p),s!==void 0&&(yield*Zo(e,s,[...a,p]))}}function Kc(e){return[...e.files.values()].flatMap(py)}var py=Cr(({path:e,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll(cy)].flatMap(({0:n,index:o})=>n.
startsWith('"')||Cc(n)===Cc(String(Number(n)))?[]:[{code:"S005",file:e,path:Lc(t,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),cy=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function Cc(e){let[,t="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?a===""?e:"0":`${t}${r}e${Number(o)-n.length+i.length-r.length}`}function we(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function ba(e){return we(e)?Object.entries(e):[]}function Ar(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as Qo}from"node:path";function ln(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function je(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var mn=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function Hc(e,t,a){let[n="",o=""]=a.split("#"),i=n===""?t:Qo.normalize(Qo.join(Qo.dirname(t),n)),r=e.files.get(i)?.value;if(r===void 0)throw new mn(t,a,"names a\
 file that does not exist");for(let s of je(o)){let p=Array.isArray(r)?r[Number(s)]:we(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new mn(t,a,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function Bc(e){return e.replaceAll(":","~~").replaceAll("/","~")}function Gc(e){return e.replaceAll("~~",":").replaceAll("~","/")}function vt(e,t){let a={};return t!==void 0&&(a[e]=t),a}function wa(e){if(e.kind==="object")return e.members;if(e.kind!=="union")return[];let t=new Map([[e.tag.name,e.tag]]);for(let a of e.variants.flatMap(n=>n.members))
t.has(a.name)||t.set(a.name,a);return[...t.values()]}var Gs=Mt(Ct(),1);function Yr(e,t=0,a=t+4){return t+e.below(a-t+1)}var lr=new Gs.Name("vErrors");function lt(e,t,{pointer:a,value:n},...o){return o.reduce((i,r)=>Gs._`${i}, ${r}`,
Gs._`${new Gs.Name(e)}(${lr}, ${a}, ${n}, ${t.required?1:0}`)}function Ie(e,t){return{about:e,value:t,findings:[]}}function Ce(e,t,a,n){return{about:e,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function ht(e){return e.map(t=>Ce(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function ft(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var o1=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function Fl(e,t,a,n){return{...i1(e,t,a),source:a.has("x-source")?a.source():n}}function i1(e,t,a){return{name:e,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",o1)}:{},notes:a.notes()}}var ws=Mt(Ct(),1);function p1(e){return typeof e=="string"?e:JSON.stringify(e)}function Ba(e){let t=e.map(p1),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function Xn(e,t=""){let a=(o,i,r)=>o===void 0?[]:[{en:`${i} ${Qn(o,t)}`,zh:`${r} ${Qn(o,t)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E")];
return n.length===0?void 0:{en:n.map(({en:o})=>o).join(" and "),zh:Ga(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function Yn(e,t=""){let{minimum:a,maximum:n,
exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${Qn(n,t)}`,zh:`${a} \u5230 ${Qn(n,t)} \u7684`};
let r=Xn(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\uFF09`}}function Zs(e,t,a){let n=o=>`${o}\
 ${o===1?a.en:Vl(a.en)}`;return t===void 0?e===0?{en:Vl(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.zh}`}:e===t?{en:n(t),zh:`${t} \u4E2A${a.
zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${e} to ${n(t)}`,zh:`${e} \u5230 ${t} \u4E2A${a.zh}`}}function Ga(...e){
return e.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.test(a)?`${t} ${a}`:t+a,"")}function Vl(e){
return`${e}s`}function Qn(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var Ul={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...ft({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...ft({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?ws._`${lt("typed",e,t,ws._`"array"`)})`:ws._`${lt("list",e,t,ws._`${a??0}`,n===void 0?ws._`Infinity`:
ws._`${n}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...ft({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let a=Xn({minimum:e,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...ht(["text",1,{length:1}]),...e===0?[Ie("empty",[])]:[Ce("min-items-under",
Za(e-1),"min-items")],...e<=3&&(t??3)>=3?[Ie("items",Za(3))]:[],...t===void 0?[]:[Ie("max-items-at",Za(t)),Ce("max-items-over",Za(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},a)=>Za(Yr(a,e,t))};function Za(e){return Array.from({length:e},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var Jp=Mt(Ct(),1);var Jl={read:(e,t)=>({kind:"boolean",...t,...vt("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>Jp._`${lt("\
typed",e,t,Jp._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...ht([
"true",1,0,[]]),Ie("true",!0),Ie("false",!1)],sample:(e,t)=>t.below(2)===1};var en=Mt(Ct(),1);var Qa=Mt(Ct(),1),Dl=Mt(Rs(),1);function mr(e){return(0,Qa.stringify)(e)}function zl(e){return(0,Qa.stringify)(e)}function Qs(e,t=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return Qa._`${(0,Dl.regexpCode)(new RegExp(a,t))}`}function Xa({type:e,enum:t}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[a,...n]=e.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||t!==void 0)?a:void 0}function eo({type:e}){return Array.isArray(e)&&e.includes("null")}function Wl({nullable:e},t){return e?`${t} | null`:t}function Cl({nullable:e},t){
if(e!==!0)return t;let{type:a,enum:n,anyOf:o,oneOf:i}=t,r=o??i;return a===void 0&&Array.isArray(r)?{...t,[o===void 0?"oneOf":"anyOf"]:[...r,{type:"null"}]}:{...t,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function Kl({nullable:e},{en:t,zh:a}){return e?{en:`${t}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:t,zh:a}}function Hl({nullable:e},t){return e?[Ie("null",null),
...t]:t}function to({nullable:e},t,a,n){return e?[]:[{about:t,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var Ya=Mt(Ct(),1);function Bl(e,t){if(e.has("x-options"))return e.objects("x-options").map(a=>({value:t(a.raw("value"),"x-options"),...ft({label:a.has("label")?c1(a.object("label")):
void 0,deprecated:a.has("x-deprecated")?d1(a.object("x-deprecated"),t):void 0})}))}function c1(e){let t=Object.keys(e.value).map(a=>[a,e.text(a)]);return{...Object.
fromEntries(t),en:e.text("en")}}function d1(e,t){return{since:e.text("since"),...ft({until:e.optionalText("until"),replacedBy:e.has("replacedBy")?t(e.raw("repla\
cedBy"),"x-options"):void 0}),source:e.source()}}function Dp(e){return e.map(({deprecated:t,...a})=>{if(t===void 0)return a;let{source:n,...o}=t;return{...a,deprecated:o}})}
function Gl({options:e=[]},t,{constant:a}){let n=Dp(e).flatMap(({value:o,deprecated:i})=>i===void 0?[]:[[o,{...i}]]);return n.length===0?Ya._``:Ya._`
${new Ya.Name("deprecatedValue")}(${lr}, ${t.pointer}, ${t.value}, ${a(mr(n))})`}function Zl({options:e=[]},t){return e.some(a=>a.value===t&&a.deprecated!==void 0)}var Ql={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},Xl={read(e,t){if(e.has("const"))
return{kind:"enum",...t,type:"string",values:[e.text("const")]};let a=u1(e),[n="mixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",r=(s,p)=>l1(s)&&a.some(m=>Ql[m](
s))?s:e.refuse(p,`${a.join("s or ")}s`);return e.list("enum").includes(null)!==eo(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has nul\
l'),{kind:"enum",...t,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[r(s,"enum")]),...e.has("default")?{default:r(e.raw("default"),"default")}:{},...vt("u\
nit",y1(e)),...vt("options",Bl(e,r))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(t)).join(" | ")})`,schema:({type:e,values:t})=>({type:e==="mixed"?f1(t):e,
enum:[...t]}),check(e,t,a){let n=a.constant(mr(e.values)),o=e.type==="mixed"?en._`${lt("mixedChoice",e,t,n)})`:en._`${lt("choice",e,t,en._`${e.type}`,n)})`;return en._`${o}${Gl(
e,t,a)}`},facts:({type:e,values:t,unit:a,options:n})=>({type:e,allowed:t,...vt("unit",a),...vt("options",n&&Dp(n))}),phrase({values:e,unit:t}){let a=Ba(e),n=t===
void 0?"":` ${t}`;return{en:a.en+n,zh:a.zh+n}},example(e){let{default:t,values:a}=e;return t??a.find(n=>!Zl(e,n))??a[0]??""},cases:e=>[...m1(e),...e.values.map(
t=>Ie(`offers-${t}`,t)),...g1(e.values)],sample:({values:e},t)=>e[t.below(e.length)]??""};function u1(e){let t=e.raw("type"),a=(Array.isArray(t)?t:[t]).filter(o=>o!==
"null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(Ql,o));return(n.length<a.length||n.length===0)&&e.refuse("type","string, integer, number or boolean, or \
a list of these"),n}function l1(e){return typeof e=="string"||typeof e=="number"||typeof e=="boolean"}function m1({type:e,values:t}){return e==="mixed"?h1(t):ht(
e==="string"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]])}function f1(e){let t=e.map(n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),
a=[...new Set(t)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function h1(e){let t=new Set(e);return[...e.map(n=>typeof n=="string"?Number(n):String(
n)).filter(n=>!Number.isNaN(n)&&!t.has(n)).map(n=>Ce(`as-${typeof n}-${n}`,n,"enum")),Ce("type-array",[e[0]??""],"enum"),Ce("type-object",{},"enum"),...[!0,!1].
filter(n=>!t.has(n)).map(n=>Ce(`type-${n}`,n,"enum"))]}function y1(e){return e.optionalText("x-unit")}function g1(e){let t=new Set(e),a=(i,r)=>t.has(r)?[]:[Ce(i,
r,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");return[...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.
flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(r=>r!==i).flatMap(r=>a(`case-${r}`,r))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a(
"under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var Ht=Mt(Ct(),1);function ro(e){return ft({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function so({kind:e,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&b1(i)?i:void 0;return{type:e,...ft({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:r})}}function b1(e){return Number.isInteger(e*2**20)}function ao({kind:e,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...ft({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:r})}}function no(e,t,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,m=o===void 0?Ht._`-Infinity`:Ht._`${o}`,u=i===void 0?Ht._`Infinity`:Ht._`${i}`;if(n===
"integer"&&r===void 0&&s===void 0&&p===void 0)return Ht._`${lt("integer",e,t,m,u)})`;let h=r===void 0?Ht._`-Infinity`:Ht._`${r}`,$=s===void 0?Ht._`Infinity`:Ht._`${s}`;
return Ht._`${lt("numeric",e,t,Ht._`${n}`,a(Ht._`[${m}, ${u}, ${h}, ${$}, ${p??0}]`))})`}function Xs({kind:e,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return zp(t.minimum,a);if(t.exclusiveMinimum!==void 0)return w1(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??fr(n-a)}function w1(e,{maximum:t,exclusiveMaximum:a,multipleOf:n},o){let i=t??a,r=n===void 0?fr(e+o):zp(fr(
e+n/2),n);return i===void 0||r<i||r===t?r:fr((e+i)/2)}function zp(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:fr(Math.ceil(e/t)*t)}function fr(e){return Number(
e.toFixed(9))}function oo(e){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=x=>r===void 0||Number.isInteger(Number(
(x/r).toFixed(9))),m=(x,T)=>p(T)?[Ie(x,T)]:[],u=a!==void 0?[...m("minimum-at",a),Ce("minimum-under",fr(a-s),"minimum")]:o!==void 0?[Ce("exclusive-minimum-at",o,
"minimum"),Ce("exclusive-minimum-under",fr(o-s),"minimum")]:[Ie("negative",-s),Ie("zero",0)],h=n!==void 0?[...m("maximum-at",n),Ce("maximum-over",fr(n+s),"maxim\
um")]:i!==void 0?[Ce("exclusive-maximum-at",i,"maximum"),Ce("exclusive-maximum-over",fr(i+s),"maximum")]:r===void 0?[Ie("large",2147483648)]:[],$=Xs(e),S=fr($+(r??
0)/(t==="integer"?r??1:2)),O=S<=(n??1/0)&&S<(i??1/0)&&!p(S);return[...u,...h,...r!==void 0&&O?[Ce("off-step",S,"multiple-of")]:[]]}function io(e,t){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(a==="integer"?1:.25),p=o??r,m=n??i??(p===void 0?0:p-100*s),u=zp(m,s)+(i===void 0?0:s),h=p===
void 0?100:Math.floor((p-u)/s+1e-9)+(r===void 0?1:0);return h<1?Xs(e):fr(u+s*t.below(h))}var Yl={read:(e,t)=>({kind:"integer",...t,...ro(e)}),type:()=>"number",schema:so,check:no,facts:ao,phrase(e){let t=Yn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:Xs,
cases:e=>[...ht(["5",!0,[5],5.5]),...oo(e)],sample:io};var rr=Mt(Ct(),1);function em(e,t){return{read:t,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...ft({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=a,m=new rr.Name(`index${n.depth}`),u=s===void 0?rr._`Infinity`:
rr._`${s}`,h=o.nested(i,{pointer:rr._`${n.pointer} + "/" + ${m}`,value:rr._`${n.value}[${m}]`,depth:n.depth+1}),$=p?rr._`
${new rr.Name("uniqueItems")}(${lr}, ${n.pointer}, ${n.value})`:rr._``;return rr._`if (${lt("list",a,n,rr._`${r}`,u)})) {
for (let ${m} = 0; ${m} < ${n.value}.length && ${m} < ${u}; ${m}++) {
${h}
}${$}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...ft({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let r=Zs(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[p,m]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:Ga("\u542B",m,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>tm(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...ht(["text",7,{0:"text"}]),...v1(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},r){let s=Array.from({length:Yr(
r,n,o)},()=>e.sample(a,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function v1(e,{items:t,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,r=u=>tm(e,t,u,i,"video"),s=Math.max(1,a),p=r(s),m=e.cases(t).filter(({value:u})=>u!==void 0).map(({about:u,value:h,findings:$})=>({about:`item-${u}`,value:p.
map((S,O)=>O===s-1&&h!==void 0?h:S),findings:$.map(S=>({...S,path:`/${s-1}${S.path??""}`}))}));return[...a===0?[Ie("empty",[])]:[Ce("min-items-under",r(a-1),"mi\
n-items")],...r(s).length===s?[Ie("min-items-at",p)]:[],...n===void 0?[]:[...r(n).length===n?[Ie("max-items-at",r(n))]:[],...r(n+1).length>n?[Ce("max-items-over",
r(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Ce("repeated-item",[...p,...p],"unique-items","/1")]:[],...m.filter(({value:u})=>!i||new Set(u.map(h=>JSON.stringify(
h))).size===s)]}function tm(e,t,a,n,o){let i=e.example(t,o);if(!n)return Array.from({length:a},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,a)}var sr=Mt(Ct(),1);var k1=["media-format","media-bytes","media-width","media-height","media-aspect-ratio","media-duration","media-frame-rate","media-total-duration","media-total-b\
ytes","media-size-unclear"];function rm(e){return{rule:e.oneOf("rule",k1),severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("di\
scouraged")?{discouraged:e.texts("discouraged")}:{},...vt("minimum",e.optionalNumber("minimum")),...vt("maximum",e.optionalNumber("maximum")),...vt("exclusiveMi\
nimum",e.optionalNumber("exclusiveMinimum")),...vt("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s",
"fps","ratio"])}:{},...vt("quote",e.optionalText("quote")),source:e.source()}}var sm=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],am=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Wp="data:image/png;base64,iVBORw0KGgo=";function Cp(e,t,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var im={read:P1,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:o}},check(e,t,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=a(Qs($1(r))),m=a(mr(
s)),u=s.includes("data"),h=u?sr._`${new sr.Name("withBase64")}(${p})`:p;if(n){let S=sr._`${lt("mediaReference",e,t,h,m)})`;return u?sr._`${S}
${new sr.Name("base64Reference")}(${lr}, ${t.pointer}, ${t.value}, ${h})`:S}let $=sr._`${lt("media",e,t,sr._`${o}`,sr._`${i}`,h,m)})`;return u?sr._`${$}
${new sr.Name("base64")}(${lr}, ${t.pointer}, ${t.value}, ${i}, ${h})`:$},facts:({single:e,media:t,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...ft({contradicted:i}),...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:t,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,
r=S1(i);if(t)return{en:`${_1(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=Zs(a,n,o);return{en:`an array of ${s.en} (${r.en})`,zh:Ga(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:a,minItems:n}){let o=i=>Cp(e,t,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,r)=>o(r))},cases(e,t){let a=t.some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...ht([7,!0,["https://example.com/one.png"]]),...q1(
e,a)]:[...ht(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...x1(e),...O1(e,a)]},sample:({single:e,minItems:t,maxItems:a,pattern:n},o)=>e?
o.matching(n):Array.from({length:Yr(o,t,a)},()=>o.matching(n))};function nm(e,t){return e.texts(t).map(a=>a==="url"||a==="asset"||a==="data"?a:e.refuse(t,"url, \
asset or data"))}function P1(e,t,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:r}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=Xa(e.value)==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,extension:r,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:nm(p,"x-accepts"),...n.has("contradicted")?{contradicted:nm(n,"contrad\
icted")}:{},pattern:p.text("pattern"),limits:n.objects("limits").map(rm)}}var om="\\x00-\\x20\\x7F-\\xA0";function $1(e){return e.replaceAll(om,`${om}\\s`)}function S1(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function _1(e){return/^[aeiou]/i.test(e)?"an":"a"}function vs({name:e,extension:t},a){return Array.from({length:a},(n,o)=>Cp(e,t,o))}function x1(e){
let{minItems:t,maxItems:a}=e;return[...t>0?[Ce("min-items-under",vs(e,t-1),"min-items")]:[],Ie("min-items-at",vs(e,t)),Ie("max-items-at",vs(e,a)),Ce("max-items-\
over",vs(e,a+1),"max-items"),Ce("max-items-over-bad-item",[...vs(e,a),"nowhere"],"max-items")]}function pm({accepts:e},t,a){return[...sm.slice(0,t?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...am.slice(0,t?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?a("base64",Wp,"media-base64","advice"):a("base64",Wp,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function q1(e,t){return pm(
e,t,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function O1(e,t){let a=Math.max(1,e.minItems),n=(i,r,s,p="error")=>({about:i,
value:vs(e,a).map((m,u)=>u===a-1?r:m),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:p}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...vs(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...pm(e,t,n),...o]}var cm={read:(e,t)=>({kind:"number",...t,...ro(e)}),type:()=>"number",schema:so,check:no,facts:ao,phrase(e){let t=Yn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:Xs,cases:e=>[...ht(["0.5",
!0,[.5]]),...oo(e)],sample:io};var Mr=Mt(Ct(),1);function dm(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function Kp({since:e,until:t,replacedBy:a}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function um(e){
let t=[...Ys("at least",e.minimum,""),...Ys("at most",e.maximum,""),...Ys("at least",e.minLength," characters"),...Ys("at most",e.maxLength," characters"),...Ys(
"at least",e.minItems," items"),...Ys("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function Ys(e,t,a){return t===void 0?[]:[`${e} ${t}${a}`]}function po(e){return e.kind!=="enum"?[]:(e.options??[]).map(({value:t,label:a,deprecated:n})=>{
let o=[...a===void 0?[]:[`${a.en}.`],...n===void 0?[]:[`Deprecated. ${Kp(n)}`]];return`${JSON.stringify(t)}: ${o.join(" ")}`})}function lm(e){return j1(e,"")}function j1(e,t){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,...po(
e),"default"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(um),...e.notes.map(o=>o.text)].filter(o=>o!==""),`S\
ource: ${dm(e.source)}.`,...T1(e.deprecated)].join(`
`)}function T1(e){return e===void 0?[]:[`@deprecated ${Kp(e)}`]}function mm(e,t=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function fm(e){return/^[A-Za-z_$][\w$]*$/.test(e)?e:JSON.stringify(e)}function hm(e){return`{
${e.map(A1).join("")}}`}function A1({name:e,doc:t,optional:a,type:n}){return`${t===void 0?"":mm(t,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function co(e){let{unit:t}=e,a=[e.description,t===void 0?"":`Unit: ${t}.`,...po(e)].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function ym(e,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":hm(a.map(n=>({name:fm(n.name),doc:lm(n),optional:!n.required,type:e.
type(n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...co(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(mr(a.members.
map(s=>s.name))),r=a.members.map(s=>{let p=new Mr.Name(`member${n.depth}`),m=o.nested(s,{pointer:Mr._`${n.pointer} + ${`/${s.name}`}`,value:p,depth:n.depth+1});
return Mr._`{
const ${p} = ${new Mr.Name("own")}(${n.value}, ${s.name})
${m}
}`});return Mr._`if (${lt("object",a,n,i)})) {
${r.reduce((s,p)=>Mr._`${s}
${p}`,Mr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let{en:n,zh:o}=Hp(a);return{en:`an object with ${n}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${o}`}},
example:(a,n)=>gm(a,e,n),cases:a=>[...ht(["text",7,[]]),...N1(a,e)],sample:({members:a},n)=>Object.fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[
o.name,e.sample(o,n)]))}}function Hp(e){let t=e.map(({name:a,required:n,phrase:{en:o,zh:i}})=>n?{en:`${a} (required: ${o})`,zh:`${a}\uFF08\u5FC5\u586B\uFF1A${i}\
\uFF09`}:{en:`${a} (${o})`,zh:`${a}\uFF08${i}\uFF09`});return{en:t.map(({en:a})=>a).join(", "),zh:t.map(({zh:a})=>a).join("\u3001")}}function gm({members:e},t,a){
let n=e.filter(i=>i.required),o=n.length>0?n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,a)]))}function N1(e,t){let a=gm(e,t,"video"),n=new Set(
e.members.map(i=>i.name)),o=e.members.flatMap(i=>{let{[i.name]:r,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.
name}`}]:[]},...to(i,`${i.name}-null`,{...s,[i.name]:null},`/${i.name}`),...t.cases(i).flatMap(({about:p,value:m,findings:u})=>m===void 0?[]:[{about:`${i.name}-${p}`,
value:{...s,[i.name]:m},findings:u.map(h=>({...h,path:`/${i.name}${h.path??""}`}))}])]});return[Ie("members",a),...n.has("no_such_member")?[]:[Ce("unknown-membe\
r",{...a,no_such_member:1},"unknown-parameter","/no_such_member")],Ce("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var es=Mt(Ct(),1);var hr=Mt(Ct(),1);var bm="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",wm="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",ks={date:{
pattern:`^${bm}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${wm}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${bm}T${wm}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var R1=Object.keys(ks);function uo(e){let t=e.has("format")?e.oneOf("format",R1):void 0,a=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),ft({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):ks[t].pattern,format:t,default:e.optionalText("default"),examples:a??(t===void 0?void 0:ks[t].valid)})}function lo({
minLength:e,maxLength:t,format:a,pattern:n,examples:o}){let i=a!==void 0&&ks[a].isOurs===!0?void 0:a;return{type:"string",...ft({minLength:e,maxLength:t,format:i,
pattern:n,examples:o})}}function mo({minLength:e,maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...ft({minLength:e,maxLength:t,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function fo(e,t,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:r,examples:s}=e,p=hr._`${n??0}`,m=o===void 0?hr._`Infinity`:
hr._`${o}`;if(i!==void 0){let u=r===void 0?hr._`"pattern"`:hr._`"format"`,h=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return hr._`${lt("patterned",
e,t,p,m,a(Qs(i)),u,a(zl(h)))})`}return n===1&&o===void 0?hr._`${lt("nonEmpty",e,t)})`:n===void 0&&o===void 0?hr._`${lt("typed",e,t,hr._`"string"`)})`:hr._`${lt(
"text",e,t,p,m)})`}function ho({minLength:e=0,maxLength:t,format:a,pattern:n,examples:o}){let r=Zs(e,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:m,
zh:u}=ks[a].name;return e>0||t!==void 0?{en:`${m}, of ${r.en}`,zh:`${u}\uFF0C${r.zh}`}:{en:m,zh:u}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},
[p]=o??[];return n===void 0||p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function yo({default:e,
examples:t,minLength:a=0,maxLength:n},o){if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function go({format:e,pattern:t,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(t===void 0)return[];let i=new RegExp(t),[r=""]=a,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:ks[e].invalid).filter(u=>!i.test(u)&&[...u].length>=n&&[...u].length<=o),m=e===void 0?"pattern":"format";return[...a.map((u,h)=>Ie(`${m}-good-${h+1}`,u)),
...p.map((u,h)=>Ce(`${m}-bad-${h+1}`,u,m))]}function bo({minLength:e=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),o=({value:p})=>typeof p=="string"&&n.test(
p),i=e>0?[Ce("min-length-under","a".repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Ce(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+
1),"max-length")),s=[...e>0?[Ie("min-length-at","a".repeat(e)),Ie("min-length-astral","\u{1F600}".repeat(e)),Ie("space"," ".repeat(e))]:[],...t===void 0?[]:[Ie(
"max-length-at","a".repeat(t)),Ie("max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var vm=()=>ht([7,!0,["a"]]);function km(e){return vt(
"minLength",e.optionalNumber("minLength"))}function wo({pattern:e,minLength:t,maxLength:a},n){return e===void 0?n.text(Yr(n,t,a)):n.matching(e)}var E1={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function $m(e){return E1[e].
en}var Sm={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...uo(e),limits:e.objects("x-prompt-limits").map(I1),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:lo,
check:(e,t,a)=>[fo(e,t,a),...M1(e,t,a),...F1(e,t,a)].reduce((n,o)=>es._`${n}
${o}`),facts:e=>({...mo(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:a,from:n,to:o})=>({prefix:t,parameter:a,from:n,to:o}))}:{}}),phrase:ho,
example:(e,t)=>yo(e,$m(t)),cases:e=>[...ht([7,!0,["a"],{text:"a"}]),...bo(e),...go(e),...V1(e.limits),...U1(e.tokens)],sample:wo};function I1(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...vt("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function M1({limits:e},{pointer:t,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:u,count:h,max:$,severity:S,onlyWithHan:O})=>[
u,h,$,S==="error"?1:0,O===!0?1:0]),r=Math.min(...e.map(u=>u.max)),s=e.some(u=>u.count==="words"),p=(u,h=!0)=>n(mr(h?L1(u):[])),m=es._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[es._`if (typeof ${a} === "string" && ${a}.length > ${r}) ${new es.Name("promptLimits")}(${lr}, ${t}, ${a}, ${n(mr(i))}, ${m})`]}function L1(e){
let t=e.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function F1({tokens:e},{pointer:t,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=Qs(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return es._`if (typeof ${a} === "string") ${new es.Name("promptTokens")}(${lr}, ${t}, ${a}, ${p}, ${i}, ${r}, ${s}, ${n(
i)})`})}function V1(e){return[...e.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(Pm(a,o)).map(([i,r])=>Ie(`${t}-${a}-${o===n?"at":"over"}${i}`,
r)))),...e.length>1?[Ie("every-limit-over",e.map(({count:t,max:a})=>Pm(t,a+1)[""]).join(" "))]:[]]}function U1(e){return e.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function Pm(e,t){let a=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var _m={read:(e,t)=>({kind:"string",...t,...km(e),...uo(e),...vt("values",e.unknown("x-values"))}),type:()=>"string",schema:lo,check:fo,facts:mo,phrase(e){let t=ho(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>yo(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...vm(),...e.pattern===void 0&&e.maxLength===void 0?[Ie("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[Ie("empty","")]:[],...bo(e),...go(e)],sample:wo};var ts=Mt(Ct(),1);function xm(e,t){return{read:t,type:({variants:a})=>`(${a.map(n=>e.type(n)).join(" | ")})`,schema:({tag:a,variants:n})=>({oneOf:n.map(o=>J1(e,a,o))}),check(a,n,o){
let{tag:i,variants:r}=a,s=new ts.Name(`form${n.depth}`),p=o.nested(i,{pointer:ts._`${n.pointer} + ${`/${i.name}`}`,value:s,depth:n.depth+1}),m=r.map(u=>ts._`if (${s} === ${u.
name}) {
${o.nested(u,n)}
}`);return ts._`if (${lt("anyObject",a,n)})) {
const ${s} = ${new ts.Name("own")}(${n.value}, ${i.name})
${[p,...m].reduce((u,h)=>ts._`${u}
${h}`)}
}`},facts:({tag:a,variants:n})=>({type:"object",tag:a.name,members:[a],variants:n}),phrase({tag:a,variants:n}){let o=n.map(({name:i,members:r})=>{let{en:s,zh:p}=Hp(
qm(a,r));return s===""?{en:i,zh:i}:{en:`${i} with ${s}`,zh:`${i}\uFF0C\u542B ${p}`}});return{en:`an object by its ${a.name}: ${o.map(({en:i})=>i).join("; or ")}`,
zh:`\u6309 ${a.name} \u533A\u5206\u7684\u5BF9\u8C61\uFF1A${o.map(({zh:i})=>i).join("\uFF1B\u6216 ")}`}},example:({variants:[a]},n)=>a===void 0?{}:e.example(a,n),
cases:a=>[...ht(["text",7,[]]),...D1(e,a),...z1(e,a)],sample:({variants:a},n)=>{let o=a[n.below(a.length)];return o===void 0?{}:e.sample(o,n)}}}function J1(e,t,a){
let{properties:n,...o}=e.schema(a),i=we(n)?n:{},{enum:r,...s}=we(i[t.name])?i[t.name]:{};return{...o,...co(a),properties:{...i,[t.name]:{...s,const:a.name}}}}function qm(e,t){
return t.filter(({name:a})=>a!==e.name)}function D1(e,{tag:t,variants:a}){let[n]=a,o=n===void 0?{}:e.example(n,"video"),{[t.name]:i,...r}=we(o)?o:{},s=`/${t.name}`;
return[Ce(`${t.name}-missing`,r,"required",s),...to(t,`${t.name}-null`,{...r,[t.name]:null},s),...e.cases(t).filter(({findings:p})=>p.length>0).flatMap(({about:p,
value:m=null,findings:u})=>({about:`${t.name}-${p}`,value:{...r,[t.name]:m},findings:u.map(h=>({...h,path:s}))}))]}function z1(e,{tag:t,variants:a}){let n=a.flatMap(
({members:o})=>o);return a.flatMap(o=>{let i=qm(t,o.members),r=new Set(o.members.map(({name:u})=>u)),s=n.find(({name:u})=>!r.has(u)),p=e.example(o,"video"),m=u=>we(
u)?[{[t.name]:o.name,...u}]:[];return[Ie(`form-${o.name}`,p),...s===void 0||!we(p)?[]:[Ce(`${o.name}-with-${s.name}`,{...p,[s.name]:e.example(s,"video")},"unkno\
wn-parameter",`/${s.name}`)],...e.cases({...o,members:i}).flatMap(({about:u,value:h=null,findings:$})=>m(h).map(S=>({about:`${o.name}-${u}`,value:S,findings:$})))]})}
function Om(e,t,a){let n=e.objects("oneOf"),o=W1(n)??e.refuse("oneOf",'objects that one required member tells apart, by a "const" of its own in each'),i=n.map(u=>{
let h=a(u.object("properties").object(o).text("const"),u);return h.kind==="object"?h:e.refuse("oneOf","objects with named members")}),r=new Map;for(let u of i.flatMap(
({members:h})=>h)){let h=r.get(u.name)??u;u.name!==o&&tn(u)!==tn(h)&&e.refuse("oneOf",`forms in which "${u.name}" means the same: its kind, files, unit and defa\
ult are alike in all that have it`),r.set(u.name,h)}let s=i.map(({name:u})=>u),{source:p}=t,m=r.get(o)?.description??"";return{kind:"union",...t,tag:{kind:"enum",
name:o,required:!0,description:m,phrase:Ba(s),notes:[],source:p,type:"string",values:s},variants:i}}function W1(e){let[t]=e.map(({value:n})=>n);return(we(t?.properties)?
Object.keys(t.properties):[]).find(n=>{let o=e.map(({value:{properties:i,required:r}})=>{let s=we(i)?i[n]:void 0;return we(s)&&Array.isArray(r)&&r.includes(n)?s.
const:void 0});return o.every(i=>typeof i=="string")&&new Set(o).size===o.length})}function tn(e){let{kind:t,quantity:a}=e,{unit:n,default:o}=e;return JSON.stringify(
[t,a,n,o,...t==="media"?[e.single,e.media,e.accepts,e.limits]:[],...t==="list"?[tn(e.items)]:[],...t==="object"?e.members.map(i=>[i.name,tn(i)]):[],...t==="unio\
n"?e.variants.map(tn):[]])}var Bp={type:G1,schema:Z1,example:Tm,cases:e=>X1(e,[]),sample:Y1},jm={prompt:Sm,string:_m,enum:Xl,integer:Yl,number:cm,boolean:Jl,media:im,object:ym(Bp,K1),union:xm(
Bp,H1),list:em(Bp,B1),array:Ul};function C1(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0||t.const!==void 0)return"enum";if(t.oneOf!==void 0)return"\
union";let a=Xa(t);switch(a){case"string":return e==="prompt"||t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"array":return t["\
x-items"]===void 0?"list":"array";case"integer":case"number":case"boolean":case"object":return a;default:return}}function Gp(e,t,a,n){let o=C1(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=jm[o].read(t,{...a,
...eo(t.value)?{nullable:!0}:{}},n);return{...i,phrase:Q1(i)}}function K1(e,t,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(n.value).map(i=>{let r=n.object(i);return Gp(i,r,Zp(i,o.has(i),r,t),a)})}}function H1(e,t,a){return Om(e,t,(n,o)=>Gp(n,o,
Zp(n,!0,o,t),a))}function B1(e,t,a){let n=e.object("items");return n.has("default")&&n.refuse("default","left out: an item is there or not"),e.has("uniqueItems")&&
["object","array"].includes(Xa(n.value)??"")&&e.refuse("uniqueItems","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:Gp("it\
em",n,Zp("item",!0,n,t),a),...ft({minItems:e.optionalNumber("minItems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?!0:
void 0})}}function Zp(e,t,a,{source:n}){return Fl(e,t,a,n)}function G1(e){return Wl(e,ea(e).type(e))}function Z1(e){return Cl(e,ea(e).schema(e))}function Q1(e){return Kl(e,ea(e).phrase(e))}function Tm(e,t){return ea(e).example(e,t)}function X1(e,t){return Hl(e,ea(e).cases(e,t))}function Y1(e,t){return e.
nullable&&t.below(8)===0?null:ea(e).sample(e,t)}function ea(e){return jm[e.kind]}function Am(e,t){return Object.hasOwn(e,t)?Reflect.get(e,t):void 0}function Ps(e){return e.split("/").slice(1)}function vo(e){return e.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function Lr({value:e,place:t},a,n){let[o,
...i]=a;if(o===void 0)return[{value:e,place:t}];if(o==="*")return Array.isArray(e)?e.flatMap((p,m)=>Lr({value:p,place:t+"["+m+"]"},i,n)):[];if(typeof e!="object"||
e===null||Array.isArray(e))return[];let r=Am(e,o),s={value:r===void 0&&!i.length?n:r,place:(t&&t+".")+o};return s.value===void 0?[]:Lr(s,i,n)}function rs(e,{path:t,
default:a}){return Lr(e,Ps(t),a).flatMap(({value:n,place:o})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:o}]:[])}function Nm(e){let[,t="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(e))??[],o=a.length-Number(n),i=BigInt(t+a);return o<0?[i*10n**BigInt(-o),0]:[i,o]}function Rm(e){let t=e.map(o=>Nm(o)),a=t.reduce((o,[,i])=>Math.max(
o,i),0);return+(t.reduce((o,[i,r])=>o+i*10n**BigInt(a-r),0n)+"e-"+a)}function Em(e){let t=e.map(n=>Nm(n)),a=t.reduce((n,[,o])=>n+o,0);return+(t.reduce((n,[o])=>n*
o,1n)+"e-"+a)}function ta(e,t,a,{maximum:n,minimum:o,unit:i},r){let s=n??o??0,p=typeof s=="number"?{value:s,place:""}:rs(r,s)[0];if(p===void 0)return;let{value:m,place:u}=p;if(n===
void 0?a>=m:a<=m)return;let h=n===void 0?"lower":"upper";return{text:e,of:[...t],side:h,limit:m,unit:i,actual:a,...u?{bound:u}:{}}}function Im(e,t){let a={value:e,place:""},n=0;for(let{path:o}of t.of)for(let{value:i}of Lr(a,Ps(o)))n+=Array.isArray(i)?i.length:i===null?0:1;return ta("rule-co\
unt",t.of.map(({path:o})=>vo(o)),n,t,a)}function Qp(e){return e0(e).map((t,a)=>a===0?t:/^(\d+|\*)$/.test(t)?`[${t}]`:`.${t}`).join("")}function e0(e){return e.split("/").slice(1).map(t=>t.replaceAll("\
~1","/").replaceAll("~0","~"))}function sa(e,t){return e.texts("of").map((a,n)=>Mm(e,`of/${n}`,a,t))}function ko(e,t){return Lm(e,"of",t)}function aa(e,t,a){let n=e.has("maximum")?"maximum":"\
minimum";return{[n]:t0(e,n,t,a),unit:a??""}}function t0(e,t,a,n){if(typeof e.raw(t)=="number")return e.number(t);let o=Mm(e,t,e.text(t),a),i=Lm(e,t,[o]);return n!==
void 0&&i!==n&&e.refuse(t,`in the unit of the numbers:${n===""?" none":n}, not${i||" none"}`),o.at}function Po(e){let t=new Set(e.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return t.size===1?[...t][0]:void 0}function $o(e,t){return t.map(({at:a})=>({...a,path:ra(a).slice(e.length)}))}function Xp({in:e,of:t}){return Ar(t).
map(([,a])=>Qp(`${ra(e)}${ra(a)}`))}function na(e){let{maximum:t,minimum:a,unit:n=""}=e,o=t??a??null;return{of:Xp(e),side:t===void 0?"lower":"upper",...we(o)?{bound:Qp(
ra(o))}:{limit:o,unit:n}}}function ra(e){let t=we(e)?e.path:e;return typeof t=="string"?t:""}function Mm(e,t,a,n){let o=Yp(a,n);(o===void 0||!r0(o))&&e.refuse(t,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:i}=o;return{parameter:o,at:{path:a,...typeof i=="number"?{default:i}:{}}}}function r0(e){
let{kind:t}=e;return t==="integer"||t==="number"||t==="enum"&&e.type!=="string"}function Yp(e,t){let[a,...n]=e.split("/").slice(1);return n.reduce((o,i)=>o?.kind===
"object"||o?.kind==="union"?wa(o).find(r=>r.name===i):o?.kind==="list"&&i==="*"?o.items:void 0,t.find(o=>o.name===a))}function Lm(e,t,a){let n=new Set(a.map(({parameter:i})=>i.
unit??""));n.size>1&&e.refuse(t,`numbers of one unit, not of ${[...n].map(i=>i||"none").join(" and ")}`);let[o=""]=n;return o===""?"":` ${o}`}var s0=64,Fm={keyword:"x-count",read(e,t){return{of:e.texts("of").map((n,o)=>{let i=(n.endsWith("*")?void 0:Yp(n,t))??e.refuse(`of/${o}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...a0(i)?{}:{one:!0}}}),...aa(e,t)}},broken:(e,t)=>Im(e,t),check:"brokenCount",demand:e=>({
text:"rule-count",...na(e)}),schema({of:e,maximum:t,minimum:a}){let n=t??a,o=Ar(e).map(([,s])=>we(s)&&s.one===void 0?ra(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||o.some(s=>s.includes("/")))return;let i=Vm(Number(n),o.length);return i===void 0?void 0:{anyOf:i.map(s=>t===void 0?o0(o,s):n0(o,s))}}};function a0(e){
return e.kind==="list"||e.kind==="array"||e.kind==="media"&&!e.single}function Vm(e,t){if(t===1)return[[e]];let a=[];for(let n=0;n<=e;n++){let o=Vm(e-n,t-1);if(o===
void 0||(a.push(...o.map(i=>[n,...i])),a.length>s0))return}return a}function n0(e,t){return{properties:Object.fromEntries(e.map((a,n)=>[a,{maxItems:t[n]??0}]))}}
function o0(e,t){let a=e.flatMap((n,o)=>{let i=t[o]??0;return i>0?[[n,i]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,o])=>[n,{
type:"array",minItems:o}]))}}function Um(e,{in:t,of:a,orEqual:n,unit:o}){for(let i of Lr({value:e,place:""},Ps(t))){let r=a.flatMap(s=>rs(i,s));for(let[s,p]of r.entries()){let m=r[s-1];if(!(m===
void 0||m.value<p.value||n&&m.value===p.value))return{text:"rule-order",...n?{orEqual:""}:{},first:m.place,actual:m.value,second:p.place,limit:p.value,unit:o}}}}var Jm={keyword:"x-order",read(e,t){let a=sa(e,t),n=e.texts("of"),o=(n.length>1?Po(n):n[0]?.includes("*")?"":void 0)??e.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:o,of:$o(o,a),...e.optionalFlag("orEqual")?{orEqual:!0}:{},unit:ko(e,a)}},broken:(e,t)=>Um(e,t),check:"\
brokenOrder",demand:e=>({text:"rule-order",...e.orEqual===!0?{orEqual:""}:{},of:Xp(e)})};function Dm(e,t){let a={value:e,place:""};for(let n of Lr(a,Ps(t.in))){let o=t.of.flatMap(p=>rs(n,p));if(o.length<t.of.length)continue;let[i,r]=[o.map(({place:p})=>p),
o.map(({value:p})=>p)],s=ta("rule-product",i,Em(r),t,a);if(s!==void 0)return s}}var zm={keyword:"x-product",read(e,t){let a=sa(e,t),n=e.texts("of"),o=(n.length>1?Po(n):void 0)??e.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:o,of:$o(o,a),...aa(e,t)}},broken:(e,t)=>Dm(e,t),check:"brokenProduct",demand:e=>({text:"rule-product",...na(e)})};function Wm(e,t){let a={value:e,place:""},n=t.of.flatMap(i=>rs(a,i));if(!n.length)return;let o=t.of.map(({path:i})=>vo(i));return ta("rule-sum",o,Rm(n.map(({value:i})=>i)),
t,a)}var Cm={keyword:"x-sum",read(e,t){let a=sa(e,t);return{of:a.map(({at:n})=>n),...aa(e,t,ko(e,a))}},broken:(e,t)=>Wm(e,t),check:"brokenSum",demand:e=>({text:"rule\
-sum",...na(e)})};var Km=[Cm,zm,Fm,Jm];var Hm=new WeakMap;function i0(e){let t=Hm.get(e);if(t!==void 0)return t;let a=Object.entries(e).flatMap(([o,i])=>c0[o]?.(i,e)??[]),n=o=>a.every(i=>i(o));return Hm.
set(e,n),n}function ss(e){return we(e)?i0(e):void 0}function ec(e){return Ar(e).map(([,t])=>ss(t)??p0)}var p0=()=>!1,c0={type:e=>{if(typeof e=="string")return Gm[e];
let t=Ar(e).flatMap(([,a])=>typeof a=="string"?Gm[a]??[]:[]);return a=>t.some(n=>n(a))},const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:rn(
(e,t)=>e>=t),maximum:rn((e,t)=>e<=t),exclusiveMinimum:rn((e,t)=>e>t),exclusiveMaximum:rn((e,t)=>e<t),multipleOf:rn((e,t)=>u0(e/t)),uniqueItems:e=>e!==!0?void 0:
t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:Bm((e,t)=>e>=t),maxLength:Bm((e,t)=>e<=t),pattern:e=>{let t=typeof e=="stri\
ng"?d0(e):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:e=>t=>!Array.isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(
t)||t.length<=Number(e),items:e=>{let t=ss(e);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(t)},contains:e=>{let t=ss(e);return t===void 0?void 0:a=>!Array.
isArray(a)||a.some(t)},required:e=>{let t=Ar(e).map(([,a])=>a);return a=>!we(a)||t.every(n=>tc(a,n))},properties:e=>{let t=ba(e).flatMap(([a,n])=>{let o=ss(n);return o===
void 0?[]:[[a,o]]});return a=>!we(a)||t.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=ba(e).map(([
a,n])=>[a,Ar(n)]);return a=>!we(a)||t.every(([n,o])=>!tc(a,n)||o.every(([,i])=>tc(a,i)))},oneOf:e=>{let t=ec(e);return a=>t.filter(n=>n(a)).length===1},anyOf:e=>{
let t=ec(e);return a=>t.some(n=>n(a))},allOf:e=>{let t=ec(e);return a=>t.every(n=>n(a))},additionalProperties:(e,{properties:t})=>e!==!1?void 0:a=>!we(a)||Object.
keys(a).every(n=>we(t)&&Object.hasOwn(t,n)),not:e=>{let t=ss(e);return t===void 0?void 0:a=>!t(a)},if:(e,t)=>{let[a,n,o]=[ss(e),ss(t.then),ss(t.else)];if(!(a===
void 0||n===void 0&&o===void 0))return i=>(a(i)?n:o)?.(i)??!0},...Object.fromEntries(Km.map(e=>[e.keyword,t=>we(t)?a=>e.broken(a,t)===void 0:void 0]))};function rn(e){
return t=>a=>typeof a!="number"||e(a,Number(t))}function Bm(e){return t=>a=>typeof a!="string"||e([...a].length,Number(t))}function d0(e){try{return new RegExp(
e)}catch{return}}function u0(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(e))}function tc(e,t){return typeof t=="string"&&Object.hasOwn(e,t)}var Gm={
string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean",array:e=>Array.isArray(e),object:e=>we(e),
null:e=>e===null};var l0=/^models\/([^/]+)\.schema\.json$/;function sn(e){let t=l0.exec(e)?.[1];return t===void 0?void 0:Gc(t)}function Zm(e){return`models/${Bc(e)}.schema.json`}var Qm=Ns(e=>[...e.files.values()].flatMap(t=>{let a=sn(t.path),n=$s(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function $s(e){return e!==
void 0&&e.syntaxErrors.length===0&&we(e.value)?e.value:void 0}function So(e){return[...e.files.values()].some(t=>$s(t)===void 0)}var FO=Ns(()=>new Map);function m0(e,t){let a=[],n=(i,r)=>{a.push(r),o(i),a.pop()},o=i=>{if(t(i,a),Array.isArray(i))i.forEach(n);else if(we(i))for(let r of Object.keys(i))n(i[r]??null,
r)};o(e)}function Xm(e,t){let a=[];return m0(e,(n,o)=>{let i=t(n,o);i!==void 0&&a.push(i)}),a}function Ym(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:f0(t))}var f0=Cr(e=>Xm($s(e)??null,(t,a)=>{let n=typeof t=="string"?y0(t):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),h0=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function y0(e){let[t]=h0.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function ef(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?g0(t,a):t,[...e])}function tf(e){return rf(e).map(({required:t})=>t.join(
" with ")).join("; ")}function g0(e,t){let a=rf(t),n=p=>p!==t&&k0(p.instancePath,t.instancePath)&&!v0(p,t),o=e.filter(p=>p!==t&&!n(p)),i=b0(a,t);if(typeof i!="n\
umber")return[...o,i];let r=a[i]?.members,s=e.filter(p=>n(p)&&P0(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function b0(e,t){let a=we(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=e[0]?.members===void 0?void 0:w0(e);if(n!==void 0){let{data:p}=t,m=we(p)?p[n]:void 0,u=e.findIndex(
({members:$})=>$?.get(n)===m);if(u!==-1)return u;let h=e.map(({members:$})=>$?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:h},data:m}}let o=e.map(({required:p,members:m})=>a.filter(u=>m?.has(u)??p.includes(u)).length),i=Math.max(...o),r=o.flatMap((p,m)=>p===i?[m]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function w0(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function rf({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:n??[],members:i}})}function v0(e,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${n}/properties/`))}function k0(e,t){return e===t||e.startsWith(`${t}/`)}function P0(e,{instancePath:t,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as S0}from"node:module";import{fileURLToPath as $0}from"node:url";var sf=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,rc=new URL("../".repeat(
sf),import.meta.url),GO=new URL("../",rc),ZO=new URL(sf===3?"./":"../",import.meta.url);var r2=$0(new URL("dist/kept/",rc));var _0=S0(import.meta.url),sc="spec:/";function af(){let{Ajv2020:e}=_0("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var x0=/^upstreams\/([^/]+)\.json$/;function an(e){return x0.exec(e)?.[1]}function nf(e,t){let a=(n,o)=>we(o)&&t(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>an(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var of={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},pf="meta/model.schema.json",cf="\
meta/upstream.schema.json",q0=["meta/facts.schema.json","meta/parameter.schema.json"],f2=[...Object.entries(of).flat(),pf,cf,...q0];function df(e){return an(e)!==void 0?cf:sn(e)===void 0?of[e]:pf}var _o;function xo(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=t.map(
i=>i.text).join(`
`);if(_o?.text===a)return _o.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?j0(t):O0(e.meta.paths,n);return _o={text:a,validator:i=>e.files.has(i)?
o(i):void 0},_o.validator}function O0(e,{exports:t}){let a=new Map(e.map((n,o)=>[n,t[`meta${o}`]]));return n=>a.get(n)}function j0(e){let t=af();for(let a of e){
let n=$s(a);n!==void 0&&t.addSchema(n,sc+a.path)}return a=>t.getSchema(sc+a)}function ar(e,t){let n=t.map(o=>({candidate:o,distance:T0(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function T0(e,t){let a=Array.from({length:t.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let r=1;r<=t.length;r++){let s=(a[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(a[r]??0)+1,(i[r-1]??0)+1))}a=i}return a[t.length]??0}function uf(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function ff(e){let t=xo(e),a=[...e.files.values()].flatMap(n=>{let o=df(n.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=A0(n),s=r.get(i)??N0(n,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),a}var A0=Cr(()=>new WeakMap);function N0(e,t){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||t(a))
return[];let o=new Map;for(let i of ef(t.errors??[])){let r=R0(e.path,a,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function R0(e,t,a){let n=F0(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&uf(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${nn(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return E0(
e,[...n,o("additionalProperty")],a);case"required":return lf(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=lf(e,n,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${nn(n)} must have exactly one of ${tf(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${nn(n)} must be ${I0(a)}`}}}function E0(e,t,a){let n=String(t.at(-1)),o=we(mf(a))?Object.keys(mf(a)):[],i=ar(n,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function lf(e,t,a){
return a==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${nn(t)} has no source`}:{code:"S011",file:e,path:[...t,a],message:`${nn(t)} lacks the keywor\
d "${a}"`}}function mf(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function I0(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(L0[e.keyword]??M0)(e)}var qo=({params:e})=>String(e.limit),oa=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,M0=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,L0={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${qo(e)} or more`,maximum:e=>`${qo(e)} or less`,exclusiveMinimum:e=>`more than ${qo(
e)}`,exclusiveMaximum:e=>`less than ${qo(e)}`,minLength:e=>`a string of ${oa(e,"character")} or more`,maxLength:e=>`a string of ${oa(e,"character")} or less`,minItems:e=>`\
a list of ${oa(e,"item")} or more`,maxItems:e=>`a list of ${oa(e,"item")} or less`,minProperties:e=>`an object with ${oa(e,"member")} or more`,maxProperties:e=>`\
an object with ${oa(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function nn(e){let t=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(/^\./,"")}function F0(e,t){let a=e;return je(t).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:we(a)?a[n]:void 0,o?Number(n):n})}var V0=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function hf(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!V0.some(({causes:s,follow:p})=>p(i)&&r.some(m=>s.has(m)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>U0(i,s,p<r))))}function U0(e,t,a){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function ac(e,t){let a=e.slice(0,t).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var yf=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var gf=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var bf=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var wf=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${bf.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var vf=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var kf=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var Pf=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var $f=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var Sf=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var _f=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
: "needs a prompt", "zh": "\u9700\u8981\u63D0\u793A\u8BCD" }'}];var xf=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}],qf=[{code:"S100",severity:"err\
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
s": ["url", "data"] }'}];var J0=[...yf,...gf,...wf,...vf,...kf,...$f,...Sf,...Pf,...xf,..._f,...qf];function Of(e){let t=J0.find(a=>a.code===e);if(t===void 0)throw new RangeError(`no su\
ch code: ${e}`);return t}var jf=60;function Tf(e,t){let a=Of(t.code),n=e.files.get(t.file),o=n===void 0?{line:1,column:1,text:""}:D0(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:o.line,column:o.column,pointer:ln(t.path),text:C0(o.text),message:t.message,hint:t.hint??a.hint}}function D0(e,t){if(t.offset!==void 0)return{...ac(e.text,
t.offset),text:W0(e.text,t.offset)};let a=z0(e.tree,t),n=a?.offset??0;return{...ac(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function z0(e,t){if(e!==
void 0){for(let a=t.path.length;a>=0;a--){let n=Fc(e,t.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?o??n:n}return e}}function W0(e,t){let a=e.indexOf(`
`,t);return e.slice(t,a===-1?e.length:a)}function C0(e){let t=e.replace(/\s+/g," ");return t.length>jf?`${t.slice(0,jf-1)}\u2026`:t}var Af=100;function Oo(e,t){let a=[],n,o;try{o=JSON.parse(t)}catch{n=Go(t,a,Nf),o=n===void 0?void 0:Vc(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(Rf(o,Af))throw new RangeError(`${e} has more than ${Af} levels`);return{path:e,text:t,value:o,get tree(){return n??=Go(t,[],Nf)},syntaxErrors:a}}
var Nf={disallowComments:!0,allowTrailingComma:!1};function Rf(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(a=>Rf(a,t-1))}function Ef(e,t){let{code:a,severity:n,file:o,line:i,column:r,pointer:s,text:p,message:m,hint:u}=e,h=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${n} ${a} ${m}${h}
    at #${s}
    ${u}`}var Te=Ns(e=>nf(e,(t,a)=>xo(e)("meta/upstream.schema.json")?.(a)===!0)),K0=["video","image","audio","mesh"];function Ye({operations:e}){return K0.flatMap(t=>{let a=e[t];
return a===void 0?[]:[[t,a]]})}var as=Ns(e=>Qm(e).map(({path:t,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(we(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,H0(e,t,o)]))})));function H0(e,t,a){let n=we(a)?a:{},o=typeof n.$ref=="string"?{...B0(e,t,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function B0(e,t,a){try{let{value:n}=Hc(e,t,a);return we(n)?n:{}}catch{return{}}}function G0(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function If(e,t){let a=e;for(let n of t)if(Array.isArray(a))a=a[Number(n)];else if(G0(a)&&
Object.hasOwn(a,n))a=a[n];else return;return a}var Mf=["queued","processing","ended","cancelled"],Z0={queued:"queued",processing:"processing",completed:"ended",failed:"ended",expired:"ended"};function*Lf(e){
for(let{path:t,source:a}of Te(e)){let{cancelRules:n}=a;if(n!==void 0)for(let[o,{cancel:i,status:r}]of Ye(a)){if(i===void 0)continue;let s={code:"S100",file:t},p=[
"operations",o,"cancel"];yield*Q0({...s,path:p},i,n,r?.states??{});let m=X0(i,n);m!==void 0&&(yield{...s,path:[...p,"proves","answer","words"],message:`cancelRu\
les.${m} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`}),i.proves!==void 0&&Mf.every(u=>n[u].then!==
"cancelled")&&(yield{...s,path:[...p,"proves"],message:"cancelRules cancel no task, so that nothing proves it"})}}}function*Q0({path:e,...t},{from:a},n,o){if(n.
ended.then!=="removed")return;let i='Name in "from" the words of tasks that wait or run.',r="cancelRules.ended removes the result";a===void 0&&(yield{...t,path:e,
message:`the request is sent to tasks that have ended too, and ${r}`,hint:i});for(let[s,p]of(a?.words??[]).entries())Z0[o[p]??""]==="ended"&&(yield{...t,path:[...e,
"from","words",s],message:`"${p}" means an end, and ${r}`,hint:i})}function X0({proves:e},t){let{answer:a}=e??{};if(a===void 0)return;let n=o=>(t[o].status??200)<
300?If(t[o].body,je(a.at)):void 0;return Mf.find(o=>o!=="cancelled"&&t[o].then!=="cancelled"&&a.words.some(i=>i===n(o)))}function*Ff(e){for(let{path:t,source:a}of Te(e)){let n=an(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var nc=99;function*Vf(e){for(let{path:t,source:a}of Te(e)){for(let[o,{rows:i}]of Ye(a)){let r=i.map(({to:s})=>je(s));for(let[s,p]of r.entries()){let m=Y0(p,r);if(m===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${m}, the place before it`}}}let n=e.files.get(t)?.value;
for(let{step:o,path:i}of n===void 0?[]:oc(n,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>nc){let s=`Use an index up to ${nc}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${nc}`,hint:s}}}}}function Y0(e,t){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return ln(o)}}var eP=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*oc(e,t){if(typeof e=="string"){let a=e.startsWith("/")?je(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*oc(n,[...t,a]);else if(we(e))for(let[a,n]of Object.entries(
e))eP.includes(a)||(yield*oc(n,[...t,a]))}function*Uf(e){for(let{path:t,source:a}of Te(e))for(let[n,{rows:o}]of Ye(a))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var Jf={video:"video",image:"image",audio:"audio",mesh:"model"};function*Df(e){for(let{path:t,source:a}of Te(e))for(let[n,{results:o}]of Ye(a))for(let{contentType:i,
path:r}of zf(o,["operations",n,"results"]))i.startsWith(`${Jf[n]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${Jf[n]}/.`})}function*zf(e,t){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*zf(o,[...t,a,"results"])}function*Cf(e){for(let{path:t,source:a}of Te(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=a.errors.proofs.slice(0,n).findIndex(s=>tP(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${a.errors.proofs[r]?.status??""}`})}}function tP(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
Wf(e.codes,t.codes)&&Wf(e.says,t.says)}function Wf(e,t){return e===void 0||(t?.every(a=>e.includes(a))??!1)}function nr(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function*Kf(e){for(let{path:t,source:a}of Te(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:o,signed:i,time:r,key:s}=n,p=["webhooks","\
signature"],m={code:"S089",file:t},u=nr(i).flatMap(h=>typeof h=="string"?[]:[h.variable]);!u.includes("body")&&!u.includes("bodySha256")&&(yield{...m,path:[...p,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),r?.header!==void 0&&!u.includes("timestamp")&&(yield{...m,path:[...p,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...m,path:[...p,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...m,path:[...p,"key","by"],message:`a key for ${o} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var rP=/\{(value|base64|mediaType)\}/;function Hf(e){return{value:e,holes:[...ic(e,[])]}}function*ic(e,t){if(typeof e=="string"){let a=rP.exec(e);if(a===null)return;
let[n,o]=a,[i,r]=[e.slice(0,a.index),e.slice(a.index+n.length)],s={at:t,whole:e===n,prefix:i,suffix:r};yield o==="base64"||o==="mediaType"?{...s,part:o}:s}else if(Array.
isArray(e))for(let[a,n]of e.entries())yield*ic(n,[...t,String(a)]);else if(we(e))for(let[a,n]of Object.entries(e))yield*ic(n,[...t,a])}function jo(e){return typeof e==
"string"?[...e.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap(jo):we(e)?Object.values(e).flatMap(jo):[]}function or(e){return nr(e).map(t=>{if(typeof t=="string")return t;let{variable:a}=t;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${e}: unknown variable {${a}}`)})}var To=["body","bodySha256","timestamp"];function Bf(e){let{algorithm:t,encoding:a,signed:n,headers:o={},time:i,key:r}=e;return{algorithm:t,in:Gf(e),encoding:a,
signed:nr(n).map(s=>typeof s=="string"?s:sP(s.variable,o)),...i===void 0?{}:{time:aP(i)},key:nP(r)}}function Gf({header:e,separator:t,prefix:a=""}){return{header:e.
toLowerCase(),...t===void 0?{}:{separator:t},prefix:a}}function sP(e,t){let a=To.find(n=>n===e);return a===void 0?{header:(t[e]??"").toLowerCase()}:{is:a}}function aP({
member:e,header:t="",separator:a,prefix:n,unit:o,toleranceSeconds:i}){return{in:e===void 0?Gf({header:t,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:je(e)},unit:o,toleranceSeconds:i}}function nP(e){if(e.by==="key-set")return e;let t={prefix:e.prefix??"",encoding:e.encoding};return e.by==="setting"?{by:e.
by,form:t}:{by:e.by,path:or(e.path),at:je(e.at),form:t}}function Qf(e){let{message:t,code:a,status:n,inside:o,proofs:i}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{in:e.authentication.
in,name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},...e.headers===void 0?{}:
{headers:e.headers},deadlineSeconds:e.deadline.seconds,pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:iP(e.upload)},operations:Object.fromEntries(Ye(
e).map(([r,s])=>[r,uP(s)])),errors:{message:t.map(je),code:a.map(je),...n===void 0?{}:{status:je(n)},proofs:i.map(kP),...o===void 0?{}:{inside:{at:je(o.at),unless:o.
unless??[]}}},...e.probe===void 0?{}:{probe:{path:or(e.probe.path),accepted:e.probe.accepted}},...e.modelProbe===void 0?{}:{modelProbe:oP(e.modelProbe)},...e.webhooks===
void 0?{}:{webhooks:pP(e.webhooks)},...e.cancelRules===void 0?{}:{cancelRules:cP(e.cancelRules)},...e.idempotency===void 0?{}:{idempotency:{header:e.idempotency.
header,keptSeconds:e.idempotency.keptSeconds}}}}function oP({path:e,url:t,names:a="",omits:n,told:o=[],except:i=[],untestable:r}){if(r!==void 0)return{untestable:r};
let s=t===void 0?void 0:new URL(t).origin;return{...s===void 0?{}:{origin:s},path:or(e??t?.slice(s?.length)??""),names:je(a),...n===void 0?{}:{omits:n},told:o.map(
({at:p,constant:m})=>({at:je(p),value:m})),except:i}}function iP({method:e,path:t,field:a,reference:n}){return{request:cc({method:e,path:t}),...a===void 0?{}:{field:a},
reference:je(n)}}function pP(e){let{body:t,query:a,with:n=[],signature:o,challenge:i,told:r=[]}=e;return{url:t===void 0?{in:"query",name:a??""}:{in:"body",at:je(
t)},beside:n.map(({to:s,constant:p})=>({to:je(s),value:p})),...o===void 0?{}:{signature:Bf(o)},...i===void 0?{}:{challenge:je(i)},told:r.map(({at:s,fact:p})=>({
at:je(s),fact:p}))}}function cP({queued:e,processing:t,ended:a,cancelled:n}){return{queued:{status:200,...e},processing:{status:200,...t},ended:{status:200,...a},
cancelled:{status:200,...n}}}function dP({path:e,filter:t,limit:a,items:n,within:o}){return{path:or(e),filter:t,limit:a,items:je(n),within:o===void 0?[]:je(o)}}
function uP(e){let{submit:t,id:a,idForm:n,queryId:o,query:i,list:r,cancel:s,status:p,progress:m,seconds:u,secondsAs:h}=e;return{submit:{method:t.method,path:or(
t.path)},submitPaths:Xf(t.paths),encoding:t.encoding??"json",...t.status===void 0?{}:{submitStatus:t.status},headers:t.headers??{},rows:e.rows.map(fP),drops:(e.
drops??[]).map(({parameter:$,values:S,when:O,reason:x})=>({parameter:$,when:(O??[]).map(pc),reason:x,...S===void 0?{}:{values:S}})),needs:Zf(e.needs),lacks:Zf(e.
lacks),...a===void 0?{}:{id:je(a)},...n===void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:wP(i)},...r===void 0?{}:{
list:dP(r)},...s===void 0?{}:{cancel:vP(s)},answer:{...p===void 0?{}:{status:lP(p)},...m===void 0?{}:{progress:{at:je(m.at),of:m.of}},results:e.results.map(eh),
message:e.message.map(je),code:e.code.map(je),...u===void 0?{}:{seconds:je(u)},...h===void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:$,unit:S})=>({at:je(
$),unit:S})),...o===void 0?{}:{id:je(o)}},told:(e.told??[]).map(({at:$,in:S,link:O,constant:x,fact:T})=>({at:je($),in:S,from:O!==void 0?{kind:"link",request:{method:"\
GET",path:or(O.path)}}:T!==void 0?{kind:T}:{kind:"constant",value:x??null}}))}}function lP({at:e,states:t,as:a,absent:n,cases:o=[]}){return{at:je(e),states:t,...a===
void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(({when:i,means:r})=>({when:i.map(mP),means:r}))}}function mP({at:e,is:t,present:a}){return t===void 0?
{at:je(e),present:a??!0}:{at:je(e),is:t}}function Zf(e={}){return Object.fromEntries(Object.entries(e).map(([t,{reason:a}])=>[t,a]))}function fP(e){let t=e.values===
void 0?e.accepts?.map(bP):Object.entries(e.values).map(gP);return{to:je(e.to),from:yP(e),when:(e.when??[]).map(pc),...e.as==="string"?{template:hP}:{},...e.as===
"uploaded"?{uploaded:!0}:{},...e.as==="file"?{file:!0}:{},...e.template===void 0?{}:{template:Hf(e.template)},...t===void 0?{}:{values:t},...e.minimum===void 0?
{}:{minimum:e.minimum},...e.maximum===void 0?{}:{maximum:e.maximum},...e.maximumItems===void 0?{}:{maximumItems:e.maximumItems},...e.maximumLength===void 0?{}:{
maximumLength:e.maximumLength},...e.forms===void 0?{}:{forms:e.forms},...e.oneWay===void 0?{}:{oneWay:e.oneWay}}}var hP={value:"",holes:[{at:[],whole:!1,prefix:"",
suffix:""}]};function yP({from:e,each:t,join:a,model:n,constant:o}){return e!==void 0?{kind:"parameter",name:e}:t!==void 0?{kind:"each",name:t}:a!==void 0?{kind:"\
joined",names:a}:n===!0?{kind:"model"}:{kind:"constant",value:o??null}}function gP([e,t]){return[ia(e),t]}function ia(e){return e==="true"||e==="false"||/^-?\d+$/.
test(e)?JSON.parse(e):e}function bP(e){return[e,e]}function pc({given:e,absent:t,parameter:a="",among:n=[],model:o,exceptModel:i}){return e!==void 0?{kind:"give\
n",parameters:e}:t!==void 0?{kind:"absent",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:a,
values:n}}function cc({method:e,path:t}){return{method:e,path:or(t)}}function Xf(e=[]){return e.map(({when:t,path:a})=>({when:t.map(pc),path:or(a)}))}function wP({
paths:e,at:t,hosts:a=[],body:n,...o}){return{...cc(o),...e===void 0?{}:{paths:Xf(e)},...t===void 0?{}:{stated:{at:je(t),hosts:a}},...n===void 0?{}:{body:n.map(Yf)}}}
function Yf({to:e,fact:t,constant:a}){return{to:je(e),from:t===void 0?{kind:"constant",value:a??null}:{kind:t}}}function vP({from:e,proves:t,body:a,...n}){let{answer:o,
query:i=[]}=t??{};return{...cc(n),...a===void 0?{}:{body:a.map(Yf)},...e===void 0?{}:{from:e.words},proves:{...o===void 0?{}:{answer:{at:je(o.at),words:o.words}},
query:i}}}function eh(e){let{url:t,list:a,withKey:n,body:o,base64:i,contentType:r,content:s,query:p,results:m,message:u,pending:h}=e;return o===!0?{kind:"body"}:
t!==void 0?{kind:"url",at:je(t),list:a??!1,...n===!0?{withKey:n}:{}}:i!==void 0&&r!==void 0?{kind:"base64",at:je(i),contentType:r}:s!==void 0?{kind:"content",request:{
method:"GET",path:or(s)}}:{kind:"query",request:{method:"GET",path:or(p??"")},results:(m??[]).map(eh),message:(u??[]).map(je),...h===void 0?{}:{pending:h}}}function kP({
status:e,codes:t,says:a,proves:n}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,to:i,proves:n,...t===void 0?{}:{codes:t},...a===
void 0?{}:{says:a.map(r=>r.toLowerCase())}}}function*th(e){for(let{path:t,source:a}of Te(e))for(let[n,{rows:o}]of Ye(a)){let i=as(e).filter(r=>r.kind===n);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
PP(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function PP({values:e={},from:t,each:a,join:n},o){let i=n??[t??a??""],r=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(u,h)=>s.get(u)?.includes(ia(h))??s.has(u),m=Object.entries(e).filter(([u])=>{let h=r(u);return i.every(($,S)=>p($,h[S]??""))});for(let[u,[h,$]]of m.entries()){
let S=m.slice(0,u).find(([,O])=>JSON.stringify(O)===JSON.stringify($));if(S!==void 0)return[S[0],h]}}}function*rh(e){for(let{path:t,source:a}of Te(e))for(let[n,{id:o,submit:i,rows:r,results:s}]of Ye(a)){let p=["operations",n];for(let[m,{body:u,results:h=[]}]of s.
entries()){let $=[...p,"results",m];u===!0&&o!==void 0&&(yield{code:"S101",file:t,path:[...$,"body"],message:`the answer to the submit has an ID at ${o}`});for(let[
S,O]of h.entries())O.body===!0&&(yield{code:"S101",file:t,path:[...$,"results",S,"body"],message:"this is the answer to another request than the submit"})}for(let[
m,{as:u,to:h,forms:$}]of r.entries()){if(u!=="file")continue;let S=[...p,"rows",m];i.encoding!=="form"?yield{code:"S102",file:t,path:[...S,"as"],message:"the bo\
dy is JSON, which holds no file"}:/^\/[^/]+(\/-)?$/.exec(h)===null?yield{code:"S102",file:t,path:[...S,"to"],message:"a file is a field of the form, or one of s\
everal"}:$===void 0&&(yield{code:"S102",file:t,path:S,message:"the row does not say in which forms it takes a file"})}}}function*sh(e){for(let{path:t,source:a}of Te(e))for(let[n,{rows:o}]of Ye(a))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*oh(e){for(let{path:t,source:a}of Te(e))for(let[n,{rows:o}]of Ye(a)){let i=as(e).filter(s=>s.kind===n),r=!1;for(let[s,p]of o.entries()){let m=o.slice(0,
s).find(u=>ih(u,p)&&!SP(u,p)&&_P(u,p,i)&&!(r&&Ao(u,p)));m!==void 0&&(r||=Ao(m,p),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:Ao(m,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${dc(m)} at ${m.to})`:`${p.to} is written by an earlier row too (${dc(m)})`})}yield*$P(
t,a,o)}}function*$P(e,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let r=a.find(s=>ih(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${dc(r)})`})}}function ih(e,t){if(Ao(e,t))return!0;let[a,n]=[e.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function Ao({to:e},{to:t}){let[a,n]=[e.split("/"),t.split("/")],o=a.findIndex((s,p)=>s!==n[p]),[i,r]=[a[o],n[o]];return i!==void 0&&r!==void 0&&ah(i)!==
ah(r)}var ah=e=>/^(-|\d+)$/.test(e);function SP(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function _P(e,t,a){if(nh(e,t)||nh(t,e))return!1;let n=[
No(e),No(t)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function nh({when:e=[]},t){return e.some(a=>No(t).some(n=>a.
absent?.includes(n))||(t.when??[]).some(n=>xP(a,n)))}function xP(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(a=>t.among?.includes(a)===!0)}function No({from:e,each:t,
join:a}){return a??[e??t].filter(n=>n!==void 0)}function dc(e){return No(e).join(" and ")||(e.model===!0?"the model":"a constant")}function*ph(e){for(let{path:t,source:a}of Te(e))for(let[n,{id:o,query:i,status:r}]of Ye(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:m,cases:u=[]}=r,h=[...Object.values(
p),m,...u.map(({means:$})=>$)];for(let $ of["completed","failed"])h.includes($)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${$}`})}}var qP=["value","base64,mediaType","base64"],OP=["value","base64","mediaType"];function*ch(e){for(let{path:t,source:a}of Te(e))for(let[n,{rows:o}]of Ye(a))for(let[
i,{template:r,forms:s}]of o.entries()){if(r===void 0)continue;let p=jo(r);if(qP.includes([...p].sort().join())){p.includes("base64")&&s?.join()!=="data"&&(yield{
code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row takes URLs too: "forms" must be ["da\
ta"]'});continue}let m=p.find(u=>!OP.includes(u));yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:m!==void 0?`{${m}} means nothing he\
re`:p.length===0?"the template does not hold {value}":p.every(u=>u==="value")?`the template holds {value} ${p.length} times`:"the template holds neither {value}\
 once nor {base64} once, with {mediaType} at most once"}}}function*Ro({submit:e,query:t,rows:a,drops:n=[],needs:o={},lacks:i={}}){for(let[r,s=[]]of[["submit",e.paths],["query",t?.paths]])for(let[p,{when:m}]of s.entries())
yield*uc(m,[r,"paths",p,"when"]);for(let[r,s]of a.entries()){let p=["rows",r],m=s.from===void 0?"each":"from",u=s.from??s.each,h=Object.keys(s.values??{}).map(S=>({
value:ia(S),path:[...p,"values",S],at:"key"})),$=(s.accepts??[]).map((S,O)=>({value:S,path:[...p,"accepts",O],at:"value"}));for(let[S,O]of(s.join??[]).entries())
yield{parameter:O,path:[...p,"join",S],at:"value",values:jP(s,p,S)};u!==void 0&&(yield{parameter:u,path:[...p,m],at:"value",values:[...h,...$]}),yield*uc(s.when??
[],[...p,"when"])}for(let[r,{parameter:s,values:p=[],when:m=[]}]of n.entries()){let u=["drops",r];yield{parameter:s,path:[...u,"parameter"],at:"value",values:p.
map((h,$)=>({value:h,path:[...u,"values",$],at:"value"}))},yield*uc(m,[...u,"when"])}for(let r of Object.keys(o))yield{parameter:r,path:["needs",r],at:"key",values:[]};
for(let r of Object.keys(i))yield{parameter:r,path:["lacks",r],at:"key",values:[]}}function jP({values:e={}},t,a){return Object.keys(e).map(n=>({value:ia(n.split(
" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*uc(e,t){for(let[a,{given:n=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){for(let[p,m]of n.entries())
yield{parameter:m,path:[...t,a,"given",p],at:"value",values:[]};for(let[p,m]of o.entries())yield{parameter:m,path:[...t,a,"absent",p],at:"value",values:[]};if(i===
void 0)continue;let s=r.map((p,m)=>({value:p,path:[...t,a,"among",m],at:"value"}));yield{parameter:i,path:[...t,a,"parameter"],at:"value",values:s}}}function*dh(e){if(!So(e))for(let{path:t,source:a}of Te(e))for(let[n,o]of Ye(a)){let i=as(e).filter(s=>s.kind===n),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:m}of Ro(o)){if(r.includes(s))continue;let u=ar(s,r);yield{code:"S071",file:t,path:["operations",n,...p],at:m,message:`n\
o ${n} model has the parameter "${s}"`,hint:u===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${u}"?`}}}}function*uh(e){for(let{path:t,source:a}of Te(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:o,headers:i={},time:r}=n,s={code:"S088",file:t},
p=["webhooks","signature"],m=To.filter($=>$!=="timestamp"||r!==void 0),u=[...new Set([...m,...Object.keys(i)])],h=nr(o).flatMap($=>typeof $=="string"?[]:[$.variable]);
for(let $ of h.filter(S=>!u.includes(S))){let S=ar($,u);yield{...s,path:[...p,"signed"],message:`{${$}} is not known here`,hint:TP($,S,u)}}for(let $ of Object.keys(
i)){let S={...s,path:[...p,"headers",$],at:"key"};To.some(O=>O===$)?yield{...S,message:`{${$}} has a meaning of its own`,hint:"Give the header another name."}:h.
includes($)||(yield{...S,message:`{${$}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function TP(e,t,a){return e==="timestamp"?'Say in \
"time" where it is.':t!==void 0?`Did you mean {${t}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function Eo(e,t){return lc(e.files.get(t)?.value??null,[])}var AP=["template","constant","among","body","values","accepts","sources"];function*lc(e,t){if(Array.
isArray(e))for(let[a,n]of e.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*lc(n,[...t,a]);else if(we(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:AP.includes(a)||(yield*lc(n,[...t,a]))}function*lh(e){for(let{path:t,source:a}of Te(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of Eo(e,t)){if(n.includes(o))continue;let r=ar(o,n);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${r}"?`}}}}var mh=["model","app"],pa=["id","name","model","app"];function*Io(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{key:n}=e.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of Ye(e))for(let{path:r,...s}of NP(i))yield{path:["operations",o,...r],...s}}function*NP({id:e,submit:t,
query:a,list:n,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:mh};for(let[m,{path:u}]of(t.paths??[]).entries())
yield{text:u,path:["submit","paths",m,"path"],allowed:mh};let p=a?.body?.some(({fact:m})=>m==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","path"],allowed:pa,
needsId:s&&!p});for(let[m,{path:u}]of(a?.paths??[]).entries())yield{text:u,path:["query","paths",m,"path"],allowed:pa,needsId:s&&!p};n!==void 0&&(yield{text:n.path,
path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:pa,needsId:s});for(let[m,{link:u}]of r.entries())u!==void 0&&(yield{
text:u.path,path:["told",m,"link","path"],allowed:pa});yield*fh(i,["results"],s)}function*fh(e,t,a){for(let[n,{content:o,query:i,results:r=[]}]of e.entries())o!==
void 0&&(yield{text:o,path:[...t,n,"content"],allowed:pa,needsId:a}),i!==void 0&&(yield{text:i,path:[...t,n,"query"],allowed:pa,needsId:a}),yield*fh(r,[...t,n,"\
results"],a)}function*hh(e){for(let{path:t,source:a}of Te(e))for(let{text:n,path:o,allowed:i}of Io(a))for(let r of nr(n))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*yh(e){for(let{path:t,source:a}of Te(e))for(let{text:n,path:o,allowed:i,needsId:r}of Io(a)){let s=nr(n).flatMap(m=>typeof m=="string"?[]:[m.variable]),p=s.
includes("id")||s.includes("name");r===!0&&!p&&s.every(m=>i.includes(m))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*gh(e){if(!So(e))for(let{path:t,source:a}of Te(e))for(let[n,o]of Ye(a)){let i=new Set,r=as(e).filter(s=>s.kind===n);for(let{parameter:s,values:p}of Ro(o)){
let m=r.filter(h=>h.parameters.has(s)).map(h=>h.parameters.get(s)),u=new Set(m.flatMap(h=>h??[]));if(!(m.length===0||m.includes(void 0)))for(let{value:h,path:$,
at:S}of p){if(u.has(h)||i.has($.join("/")))continue;i.add($.join("/"));let O=typeof h=="string"?ar(h,[...u].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,...$],at:S,message:`no ${n} model offers ${JSON.stringify(h)} as ${s}`,hint:O===void 0?`Offered: ${[...u].map(x=>JSON.stringify(x)).join(", ")}.`:
`Did you mean "${O}"?`}}}}}var RP=new Set(["failed","expired","cancelled"]);function*bh(e){for(let{path:t,source:a}of Te(e))for(let[n,{cancel:o,status:i}]of Ye(a)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[p,m]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[u,h]of p.entries()){let $={code:"S087",file:t,path:[...s,...m,u]},S=r.get(h),O=S===void 0?ar(h,[...r.keys()]):void 0;S===void 0?yield{...$,message:`\
"${h}" is not a word of status.states`,...O===void 0?{}:{hint:`Did you mean "${O}"?`}}:m[0]==="proves"&&!RP.has(S)&&(yield{...$,message:`"${h}" means ${S}: it p\
roves that something is made`})}}}function*wh(e){for(let{path:t,source:a}of Te(e)){let n=new Set([...Eo(e,t)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var vh=[Ff,dh,gh,lh,hh,ch,oh,th,ph,sh,Vf,Cf,yh,Uf,Df,wh,bh,uh,Kf,Lf,rh];var kh="meta/upstream.schema.json",EP=[Jc,zc,Kc,Ym,ff,...vh];function Ph(e,t){let a=[Oo(kh,"{}"),...LP(t)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,m={directory:i,files:new Map([...a,IP(p,s)].map($=>[$.path,$])),meta:{paths:[kh],code:()=>n}},u=hf(EP.flatMap($=>[
...$(m)])).filter(({file:$})=>$===p).map($=>Tf(m,$)),h=Te(m)[0]?.source;return h!==void 0&&u.every(({severity:$})=>$!=="error")?{name:r,mapping:Qf(h)}:{name:r,mistakes:u.
sort(($,S)=>$.line-S.line).map($=>MP($,r,i))}})}function IP(e,t){try{return Oo(e,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function MP(e,t,a){return Ef({...e,file:`${t}.json`},a)}function LP(e){return Object.entries(e).map(([t,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(o)}};return Oo(Zm(t),JSON.stringify(i))})}var EA=Ph($h.default.meta0,FP);export{EA as compileProtocols};
