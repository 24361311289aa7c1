// Made by the generator from spec/. Do not edit.
var Wh=Object.create;var xc=Object.defineProperty;var Kh=Object.getOwnPropertyDescriptor;var Hh=Object.getOwnPropertyNames;var Bh=Object.getPrototypeOf,Gh=Object.prototype.hasOwnProperty;var ue=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var Zh=(e,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of Hh(t))!Gh.call(e,o)&&o!==a&&xc(e,o,{get:()=>t[o],enumerable:!(n=Kh(t,o))||n.enumerable});
return e};var At=(e,t,a)=>(a=e!=null?Wh(Bh(e)):{},Zh(t||!e||!e.__esModule?xc(a,"default",{value:e,enumerable:!0}):a,e));var Go=ue(Bo=>{"use strict";Object.defineProperty(Bo,"__esModule",{value:!0});function qc(e){let t=e.length,a=0,n=0,o;for(;n<t;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<t&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}Bo.default=qc;qc.code='require("ajv/dist/runtime/ucs2length").default'});var Rc=ue(Nc=>{"use strict";Nc.meta0=ln;var c={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
ssage","code","proofs"],properties:{message:{$ref:"#/$defs/pointers"},code:{$ref:"#/$defs/pointers"},codeHeader:{$ref:"#/$defs/headerName",description:"The head\
er that has the code where the body has none, before a colon."},status:{$ref:"#/$defs/pointer",description:"Where an error has its HTTP status as a number, with\
out which clients of the vendor do not read it."},inside:{type:"object",description:"A member that makes an answer with HTTP 200 an error.",required:["at","sour\
ce"],properties:{at:{$ref:"#/$defs/pointer"},unless:{type:"array",description:"Values that mean that there is no error."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
proofs:{type:"array",description:"What error answers to a submit prove. The first that fits counts; an answer that none fits may have made a task.",minItems:1,items:{
type:"object",required:["status","proves","source"],properties:{status:{type:"string",pattern:"^[1-5]([0-9]{2}|xx)$",description:"One HTTP status, or a class su\
ch as 5xx.",errorMessage:"an HTTP status such as 404, or a class of them such as 4xx"},codes:{type:"array",items:{type:"string"},minItems:1,description:"Only wi\
th one of these error codes."},says:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"Only where the message holds one of these texts, in \
capitals or not."},proves:{enum:["rejected","busy","credentials","payment","may-exist","unknown-model"],description:"rejected: no task was made. busy: none was \
made, and a later submit may succeed. credentials, payment: none was made, because of the key or of the account's balance, for which the task is not to blame. u\
nknown-model: none was made, since the upstream has no model of the operator's ID, or none for this key. may-exist: nothing is proven."},means:{type:"string",minLength:1,
description:"What the upstream means by it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}}},additionalProperties:!1},cancelRules:{type:"object",description:`\
What the upstream does when it is asked to cancel a task, by how the task stands. Only fakes read it. Written from the upstream's documents and not from "cancel\
", so that a mistake there is found. Left out where nothing is known: a fake then cancels a task that has not ended.`,required:["queued","processing","ended","c\
ancelled","source"],properties:{queued:{$ref:"#/$defs/cancelRule",description:"A task that waits."},processing:{$ref:"#/$defs/cancelRule",description:"A task th\
at runs."},ended:{$ref:"#/$defs/cancelRule",description:"A task that has completed, failed or expired."},cancelled:{$ref:"#/$defs/cancelRule",description:"A tas\
k that was cancelled before."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},disagreements:{type:"array",description:"Where sources contradict each o\
ther, and which one the mapping follows.",items:{type:"object",required:["topic","between","follows"],properties:{topic:{type:"string",minLength:1,description:"\
What they disagree about, and how."},between:{type:"array",items:{$ref:"#/$defs/source"},minItems:1,description:"The sources."},follows:{type:"string",minLength:1,
description:"What the mapping does, and why."}},additionalProperties:!1}}},additionalProperties:!1,$defs:{comment:{type:"string",minLength:1,description:"A rema\
rk for who edits the file."},source:{type:"string",minLength:1,description:"One of the names in sources."},remark:{type:"object",required:["text","source"],properties:{
text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},pointer:{type:"string",pattern:"^(/([^/~]|~[01\
])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},otherPaths:{type:"array",minItems:1,
description:"Other paths, for what the submit of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:[
"when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},cancelRule:{type:"object",description:"What becomes \
of the task, and what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{then:{enum:["cancelled","goes-on","remov\
ed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all the same. removed: the record of the tas\
k is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"The HTTP status of that body or error. Le\
ft out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"In place of a body: an error, in the form of this protocol.",required:[
"code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,description:"Its message."}},additionalProperties:!1}},
allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},headerName:{type:"string",pattern:"^[A-Za-z0-9._\
-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},keyPrefix:{type:"string",minLength:1,
description:'What stands before the key, such as "whsec_".'},keyEncoding:{enum:["text","hex","base64"],description:"How the bytes of the key are written. text: \
the bytes of the text itself (UTF-8)."},pointers:{type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."},path:{type:"string",
pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},requestBody:{type:"array",
minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$defs/pointer",description:"Where in the\
 body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"A fixed value."}},oneOf:[{required:["fact"]},{required:[
"constant"]}],additionalProperties:!1}},request:{type:"object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"\
The HTTP method."},path:{$ref:"#/$defs/path"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},words:{type:"array",items:{type:"string",minLength:1},minItems:1,
uniqueItems:!0},operation:{type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"objec\
t",description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{
$ref:"#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},headers:{type:"object",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visib\
le ASCII characters and spaces"},description:"Fixed headers."},encoding:{enum:["json","form"],description:"How the body is sent: JSON, or multipart/form-data."},
status:{type:"integer",minimum:200,maximum:299,description:"The HTTP status of the answer, where clients of the vendor take no other. Left out: 200."},ignored:{
type:"array",minItems:1,items:{$ref:"#/$defs/pointer"},description:"Members of the body that clients of the vendor send and that ask for nothing, such as a rand\
om token: fakes and native APIs pass over them."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,
description:"How the body is built, in order."},drops:{type:"array",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"\
object",required:["parameter","reason","source"],properties:{parameter:{type:"string",description:"The parameter."},values:{type:"array",minItems:1,description:"\
Only these values."},when:{$ref:"#/$defs/when"},reason:{type:"string",minLength:1,description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},
needs:{type:"object",description:"Parameters without which the upstream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{
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
r sets."},resultsFolder:{const:!0,description:"The folder in S3 in which the upstream is to put its results, as s3://bucket/folder. The operator sets resultsFol\
der."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there: {value} stands for the value. Of a data URI,\
 {base64} stands for the file and {mediaType} for its type; {imageFormat} is the type of an image without image/."},as:{enum:["string","uploaded","file"],description:"\
string: a number is sent as a string. uploaded: a data URI is uploaded first, and what names the file is sent; a URL is sent as it is. file: the file itself is \
sent as a part of the form (multipart/form-data); the service fetches it from a URL first."},values:{type:"object",minProperties:1,description:"Our values, each\
 with the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Others are not offered."},minimum:{
type:"number",description:"The smallest number."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"integer",minimum:1,description:"\
The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"array",items:{enum:["url","data"]},
minItems:1,description:"The forms of media reference the upstream takes."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["resultsFolder"]},{required:[
"constant"]}],additionalProperties:!1},condition:{type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of th\
ese parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"\
The parameter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",
minLength:1},minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,
description:"The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:[
"model"]},{required:["exceptModel"]}],additionalProperties:!1},result:{type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A \
URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},
withKey:{const:!0,description:"The file is served only for the key. It is sent with a URL of the base URL's own host, and to no other."},body:{const:!0,description:"\
The answer to the submit is the file itself, and no JSON. Left out where there is an ID. A result behind it is where an answer in JSON has the file: fakes and n\
ative APIs give that to callers that accept JSON only."},base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:["video/mp4",
"video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The media type of a \
file in base64."},object:{$ref:"#/$defs/pointer",description:"A folder in S3, as s3://bucket/folder, in or below the resultsFolder of the operator. The service \
reads the file there with the key of the upstream."},file:{type:"string",pattern:"^(/[A-Za-z0-9._-]+)+$",description:'Behind "object": the file in that folder.',
errorMessage:"a path that starts with /, of letters, digits, dots, hyphens and underscores"},content:{$ref:"#/$defs/path",description:"A GET that answers with t\
he file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{
type:"object",description:"What that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The\
 HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["body"]},{required:[
"base64","contentType"]},{required:["object","file"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1}}},Rr={type:"stri\
ng",minLength:1,description:"A remark for who edits the file."},re={type:"string",minLength:1,description:"One of the names in sources."},We={type:"string",pattern:"\
^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},X={type:"string",pattern:"^(/([^/~]\
|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},Zt={type:"string",pattern:"^\
[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},Ts={type:"string",minLength:1,
description:'What stands before the key, such as "whsec_".'},Wr={enum:["text","hex","base64"],description:"How the bytes of the key are written. text: the bytes\
 of the text itself (UTF-8)."},z={type:"object",description:"What becomes of the task, and what is answered: the task, where neither a body nor an error is give\
n.",required:["then"],properties:{then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is t\
aken in, and the task goes on all the same. removed: the record of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,
maximum:599,description:"The HTTP status of that body or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"\
In place of a body: an error, in the form of this protocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{
type:"string",minLength:1,description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and e\
rror"}],additionalProperties:!1},ba=Object.prototype.hasOwnProperty,oe=Go().default,Oc=new RegExp("^[a-z][a-z0-9-]*$","u"),Qh=new RegExp("^\\d+\\.\\d+\\.\\d+","\
u"),jc=new RegExp("^https://","u"),Xh=new RegExp("^https://[^/]+(/.*[^/])?$","u"),As=new RegExp("^[A-Za-z0-9._-]+$","u"),Ac=new RegExp("^[\\x20-\\x7e]*$","u"),Xt=new RegExp(
"^/","u"),Yh=new RegExp("^https://[^/?#{}]+/[^#]*$","u"),rt=new RegExp("^(/([^/~]|~[01])+)+$","u"),ey=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),kr={type:"object",required:[
"text","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function Ns(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Ns.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let l=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===void 0){let S={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
text"},message:"must have required property 'text'",schema:kr.required,parentSchema:kr,data:e};r===null?r=[S]:r.push(S),s++}if(e.source===void 0){let S={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:kr.required,parentSchema:kr,data:e};
r===null?r=[S]:r.push(S),s++}let k=s;for(let S in e)if(!(S==="text"||S==="source")){let j={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additiona\
lProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:kr,data:e};r===null?r=[j]:r.push(j),s++}if(e.text!==
void 0){let S=e.text,j=s,x=s;if(typeof S=="string"){if(oe(S)<1){let N={instancePath:t+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:kr.properties.text,data:S};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+
"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:kr.properties.text.type,parentSchema:kr.properties.
text,data:S};r===null?r=[N]:r.push(N),s++}var u=j===s}if(e.source!==void 0){let S=e.source,j=s,x=s,N=s;if(typeof S=="string"){if(oe(S)<1){let de={instancePath:t+
"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:S};
r===null?r=[de]:r.push(de),s++}}else{let de={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:re.type,parentSchema:re,data:S};r===null?r=[de]:r.push(de),s++}var f=x===s,u=j===s}}else{let k={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:kr.type,parentSchema:kr,data:e};r===null?r=[k]:r.push(k),s++}return Ns.errors=r,s===0}Ns.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var y={type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",
description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"\
#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},headers:{type:"object",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASC\
II characters and spaces"},description:"Fixed headers."},encoding:{enum:["json","form"],description:"How the body is sent: JSON, or multipart/form-data."},status:{
type:"integer",minimum:200,maximum:299,description:"The HTTP status of the answer, where clients of the vendor take no other. Left out: 200."},ignored:{type:"ar\
ray",minItems:1,items:{$ref:"#/$defs/pointer"},description:"Members of the body that clients of the vendor send and that ask for nothing, such as a random token\
: fakes and native APIs pass over them."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"\
How the body is built, in order."},drops:{type:"array",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"object",required:[
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
{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},kt={type:"array",items:{
type:"string",minLength:1},minItems:1,uniqueItems:!0},Qt={enum:["queued","processing","completed","failed","expired","cancelled","unknown"],description:"What a \
task's status means."},ty=new RegExp("^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$","u"),ry=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),Pr={type:"array",
minItems:1,description:"Other paths, for what the submit of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",
required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},Zo={type:"array",minItems:1,description:"A\
ll of these must hold.",items:{$ref:"#/$defs/condition"}},Re={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At lea\
st one of these parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"\
string",description:"The parameter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",
items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},
minItems:1,description:"The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},
{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1};function Yt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=Yt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let W={instancePath:t,
schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Zo,data:e};r===null?r=[W]:r.push(W),
s++}let de=!0,J=e.length;for(let W=0;W<J;W++){let F=e[W],me=s,T=s,he=s,ke=s,ce=!1,q=null,pe=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.given===void 0){let G={
instancePath:t+"/"+W,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"must have required property 'g\
iven'",schema:Re.oneOf[0].required,parentSchema:Re.oneOf[0],data:F};r===null?r=[G]:r.push(G),s++}var u=pe===s;u&&(ce=!0,q=0);let Ae=s;if(F&&typeof F=="object"&&
!Array.isArray(F)&&F.absent===void 0){let G={instancePath:t+"/"+W,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{missingProperty:"ab\
sent"},message:"must have required property 'absent'",schema:Re.oneOf[1].required,parentSchema:Re.oneOf[1],data:F};r===null?r=[G]:r.push(G),s++}var u=Ae===s;if(u&&
ce)ce=!1,q=[q,1];else{u&&(ce=!0,q=1);let G=s;if(F&&typeof F=="object"&&!Array.isArray(F)){if(F.parameter===void 0){let ne={instancePath:t+"/"+W,schemaPath:"#/$d\
efs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:Re.oneOf[2].required,
parentSchema:Re.oneOf[2],data:F};r===null?r=[ne]:r.push(ne),s++}if(F.among===void 0){let ne={instancePath:t+"/"+W,schemaPath:"#/$defs/condition/oneOf/2/required",
keyword:"required",params:{missingProperty:"among"},message:"must have required property 'among'",schema:Re.oneOf[2].required,parentSchema:Re.oneOf[2],data:F};r===
null?r=[ne]:r.push(ne),s++}}var u=G===s;if(u&&ce)ce=!1,q=[q,2];else{u&&(ce=!0,q=2);let ne=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.model===void 0){let gt={
instancePath:t+"/"+W,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'm\
odel'",schema:Re.oneOf[3].required,parentSchema:Re.oneOf[3],data:F};r===null?r=[gt]:r.push(gt),s++}var u=ne===s;if(u&&ce)ce=!1,q=[q,3];else{u&&(ce=!0,q=3);let gt=s;
if(F&&typeof F=="object"&&!Array.isArray(F)&&F.exceptModel===void 0){let Ye={instancePath:t+"/"+W,schemaPath:"#/$defs/condition/oneOf/4/required",keyword:"requi\
red",params:{missingProperty:"exceptModel"},message:"must have required property 'exceptModel'",schema:Re.oneOf[4].required,parentSchema:Re.oneOf[4],data:F};r===
null?r=[Ye]:r.push(Ye),s++}var u=gt===s;u&&ce?(ce=!1,q=[q,4]):u&&(ce=!0,q=4)}}}if(ce)s=ke,r!==null&&(ke?r.length=ke:r=null);else{let G={instancePath:t+"/"+W,schemaPath:"\
#/$defs/condition/oneOf",keyword:"oneOf",params:{passingSchemas:q},message:"must match exactly one schema in oneOf",schema:Re.oneOf,parentSchema:Re,data:F};r===
null?r=[G]:r.push(G),s++}if(F&&typeof F=="object"&&!Array.isArray(F)){let G=s;for(let Q in F)if(!(Q==="given"||Q==="absent"||Q==="parameter"||Q==="among"||Q==="\
model"||Q==="exceptModel")){let ne={instancePath:t+"/"+W,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Q},
message:"must NOT have additional properties",schema:!1,parentSchema:Re,data:F};r===null?r=[ne]:r.push(ne),s++}if(F.given!==void 0){let Q=F.given,ne=s,st=s;if(Array.
isArray(Q)){if(Q.length<1){let Ye={instancePath:t+"/"+W+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:Re.properties.given,data:Q};r===null?r=[Ye]:r.push(Ye),s++}let gt=!0,Xe=Q.length;for(let Ye=0;Ye<Xe;Ye++){
let et=Q[Ye],yt=s;if(typeof et!="string"){let Ht={instancePath:t+"/"+W+"/given/"+Ye,schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Re.properties.given.items.type,parentSchema:Re.properties.given.items,data:et};r===null?r=[Ht]:r.push(Ht),s++}let Jr=s;
var f=yt===s;f||(gt=!1)}}else{let gt={instancePath:t+"/"+W+"/given",schemaPath:"#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:Re.properties.given.type,parentSchema:Re.properties.given,data:Q};r===null?r=[gt]:r.push(gt),s++}var k=ne===s}if(F.absent!==void 0){let Q=F.
absent,ne=s,st=s;if(Array.isArray(Q)){if(Q.length<1){let et={instancePath:t+"/"+W+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"m\
inItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Re.properties.absent,data:Q};r===null?r=[et]:r.push(et),s++}let Xe=!0,
Ye=Q.length;for(let et=0;et<Ye;et++){let yt=Q[et],Jr=s;if(typeof yt!="string"){let jt={instancePath:t+"/"+W+"/absent/"+et,schemaPath:"#/$defs/condition/properti\
es/absent/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Re.properties.absent.items.type,parentSchema:Re.properties.absent.items,
data:yt};r===null?r=[jt]:r.push(jt),s++}let Ht=s;var S=Jr===s;S||(Xe=!1)}}else{let Xe={instancePath:t+"/"+W+"/absent",schemaPath:"#/$defs/condition/properties/a\
bsent/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Re.properties.absent.type,parentSchema:Re.properties.absent,data:Q};r===null?r=[
Xe]:r.push(Xe),s++}var k=ne===s}if(F.parameter!==void 0){let Q=F.parameter,ne=s;if(typeof Q!="string"){let Xe={instancePath:t+"/"+W+"/parameter",schemaPath:"#/$\
defs/condition/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Re.properties.parameter.type,parentSchema:Re.properties.
parameter,data:Q};r===null?r=[Xe]:r.push(Xe),s++}let st=s;var k=ne===s}if(F.among!==void 0){let Q=F.among,ne=s,st=s;if(Array.isArray(Q)){if(Q.length<1){let Xe={
instancePath:t+"/"+W+"/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 i\
tems",schema:1,parentSchema:Re.properties.among,data:Q};r===null?r=[Xe]:r.push(Xe),s++}}else{let Xe={instancePath:t+"/"+W+"/among",schemaPath:"#/$defs/condition\
/properties/among/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Re.properties.among.type,parentSchema:Re.properties.among,data:Q};r===
null?r=[Xe]:r.push(Xe),s++}var k=ne===s}if(F.model!==void 0){let Q=F.model,ne=s,st=s;if(Array.isArray(Q)){if(Q.length<1){let et={instancePath:t+"/"+W+"/model",schemaPath:"\
#/$defs/condition/properties/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Re.properties.
model,data:Q};r===null?r=[et]:r.push(et),s++}let Xe=!0,Ye=Q.length;for(let et=0;et<Ye;et++){let yt=Q[et],Jr=s,Ht=s;if(typeof yt=="string"){if(oe(yt)<1){let jt={
instancePath:t+"/"+W+"/model/"+et,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fe\
wer than 1 characters",schema:1,parentSchema:Re.properties.model.items,data:yt};r===null?r=[jt]:r.push(jt),s++}}else{let jt={instancePath:t+"/"+W+"/model/"+et,schemaPath:"\
#/$defs/condition/properties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Re.properties.model.items.type,parentSchema:Re.
properties.model.items,data:yt};r===null?r=[jt]:r.push(jt),s++}var j=Jr===s;j||(Xe=!1)}}else{let Xe={instancePath:t+"/"+W+"/model",schemaPath:"#/$defs/condition\
/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Re.properties.model.type,parentSchema:Re.properties.model,data:Q};r===
null?r=[Xe]:r.push(Xe),s++}var k=ne===s}if(F.exceptModel!==void 0){let Q=F.exceptModel,ne=s,st=s;if(Array.isArray(Q)){if(Q.length<1){let et={instancePath:t+"/"+
W+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:Re.properties.exceptModel,data:Q};r===null?r=[et]:r.push(et),s++}let Xe=!0,Ye=Q.length;for(let et=0;et<Ye;et++){let yt=Q[et],Jr=s,Ht=s;if(typeof yt==
"string"){if(oe(yt)<1){let jt={instancePath:t+"/"+W+"/exceptModel/"+et,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Re.properties.exceptModel.items,data:yt};r===null?r=[jt]:r.push(jt),s++}}else{
let jt={instancePath:t+"/"+W+"/exceptModel/"+et,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Re.properties.exceptModel.items.type,parentSchema:Re.properties.exceptModel.items,data:yt};r===null?r=[jt]:r.push(jt),s++}var x=Jr===s;x||
(Xe=!1)}}else{let Xe={instancePath:t+"/"+W+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:Re.properties.exceptModel.type,parentSchema:Re.properties.exceptModel,data:Q};r===null?r=[Xe]:r.push(Xe),s++}var k=ne===s}}else{let G={instancePath:t+
"/"+W,schemaPath:"#/$defs/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Re.type,parentSchema:Re,data:F};r===null?r=[G]:r.
push(G),s++}var N=T===s,E=me===s;E||(de=!1)}}else{let de={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Zo.
type,parentSchema:Zo,data:e};r===null?r=[de]:r.push(de),s++}return Yt.errors=r,s===0}Yt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function Ar(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Ar.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let x={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have few\
er than 1 items",schema:1,parentSchema:Pr,data:e};r===null?r=[x]:r.push(x),s++}let S=!0,j=e.length;for(let x=0;x<j;x++){let N=e[x],E=s,de=s;if(N&&typeof N=="obj\
ect"&&!Array.isArray(N)){if(N.when===void 0){let W={instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"when"},message:"\
must have required property 'when'",schema:Pr.items.required,parentSchema:Pr.items,data:N};r===null?r=[W]:r.push(W),s++}if(N.path===void 0){let W={instancePath:t+
"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:Pr.items.required,parentSchema:Pr.
items,data:N};r===null?r=[W]:r.push(W),s++}let J=s;for(let W in N)if(!(W==="when"||W==="path")){let F={instancePath:t+"/"+x,schemaPath:"#/items/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:W},message:"must NOT have additional properties",schema:!1,parentSchema:Pr.items,data:N};r===null?
r=[F]:r.push(F),s++}if(N.when!==void 0){let W=N.when,F=s;Yt(W,{instancePath:t+"/"+x+"/when",parentData:N,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||
(r=r===null?Yt.errors:r.concat(Yt.errors),s=r.length);var u=F===s}if(N.path!==void 0){let W=N.path,F=s,me=s,T=s;if(typeof W=="string"){if(!Xt.test(W)){let ke={instancePath:t+
"/"+x+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:W};r===
null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/"+x+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:We.type,parentSchema:We,data:W};r===null?r=[ke]:r.push(ke),s++}var f=me===s,u=F===s}}else{let J={instancePath:t+"/"+x,schemaPath:"#/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:Pr.items.type,parentSchema:Pr.items,data:N};r===null?r=[J]:r.push(J),s++}var k=E===s;k||(S=!1)}}else{
let S={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Pr.type,parentSchema:Pr,data:e};r===null?r=[S]:r.push(
S),s++}return Ar.errors=r,s===0}Ar.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var le={type:"object",required:["to","source"],properties:{$comment:{$ref:"\
#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; only further down\
 may there be lists",description:"Where in the upstream's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"The pa\
rameter whose value goes there."},each:{type:"string",minLength:1,description:"The list whose items go there, one by one."},join:{type:"array",items:{type:"stri\
ng",minLength:1},minItems:2,description:"Parameters that the upstream has as one. The keys of values are their values, with a space between."},model:{const:!0,description:"\
The upstream's model ID, which the operator sets."},resultsFolder:{const:!0,description:"The folder in S3 in which the upstream is to put its results, as s3://b\
ucket/folder. The operator sets resultsFolder."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there: {v\
alue} stands for the value. Of a data URI, {base64} stands for the file and {mediaType} for its type; {imageFormat} is the type of an image without image/."},as:{
enum:["string","uploaded","file"],description:"string: a number is sent as a string. uploaded: a data URI is uploaded first, and what names the file is sent; a \
URL is sent as it is. file: the file itself is sent as a part of the form (multipart/form-data); the service fetches it from a URL first."},values:{type:"object",
minProperties:1,description:"Our values, each with the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"Values that are sent \
as they are. Others are not offered."},minimum:{type:"number",description:"The smallest number."},maximum:{type:"number",description:"The greatest number."},maximumItems:{
type:"integer",minimum:1,description:"The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most characters of a string."},forms:{
type:"array",items:{enum:["url","data"]},minItems:1,description:"The forms of media reference the upstream takes."},oneWay:{type:"string",minLength:1,description:"\
Why the row cannot be read backwards."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["\
model"]},{required:["resultsFolder"]},{required:["constant"]}],additionalProperties:!1},sy=new RegExp("^/(?!(-|\\d+)(/|$))","u");function Rs(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Rs.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let l=s,u=s,f=!1,k=null,S=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.from===void 0){let me={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:le.oneOf[0].required,parentSchema:le.oneOf[0],data:e};r===null?r=[
me]:r.push(me),s++}var x=S===s;x&&(f=!0,k=0);let j=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.each===void 0){let me={instancePath:t,schemaPath:"#/oneOf/1/\
required",keyword:"required",params:{missingProperty:"each"},message:"must have required property 'each'",schema:le.oneOf[1].required,parentSchema:le.oneOf[1],data:e};
r===null?r=[me]:r.push(me),s++}var x=j===s;if(x&&f)f=!1,k=[k,1];else{x&&(f=!0,k=1);let me=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.join===void 0){let he={
instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"join"},message:"must have required property 'join'",schema:le.oneOf[2].
required,parentSchema:le.oneOf[2],data:e};r===null?r=[he]:r.push(he),s++}if(e.values===void 0){let he={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"r\
equired",params:{missingProperty:"values"},message:"must have required property 'values'",schema:le.oneOf[2].required,parentSchema:le.oneOf[2],data:e};r===null?
r=[he]:r.push(he),s++}}var x=me===s;if(x&&f)f=!1,k=[k,2];else{x&&(f=!0,k=2);let he=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.model===void 0){let ce={instancePath:t,
schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:le.oneOf[3].required,parentSchema:le.
oneOf[3],data:e};r===null?r=[ce]:r.push(ce),s++}var x=he===s;if(x&&f)f=!1,k=[k,3];else{x&&(f=!0,k=3);let ce=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.resultsFolder===
void 0){let pe={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"resultsFolder"},message:"must have required property \
'resultsFolder'",schema:le.oneOf[4].required,parentSchema:le.oneOf[4],data:e};r===null?r=[pe]:r.push(pe),s++}var x=ce===s;if(x&&f)f=!1,k=[k,4];else{x&&(f=!0,k=4);
let pe=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.constant===void 0){let G={instancePath:t,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:le.oneOf[5].required,parentSchema:le.oneOf[5],data:e};r===null?r=[G]:r.push(G),s++}var x=pe===
s;x&&f?(f=!1,k=[k,5]):x&&(f=!0,k=5)}}}}if(f)s=u,r!==null&&(u?r.length=u:r=null);else{let me={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:k},
message:"must match exactly one schema in oneOf",schema:le.oneOf,parentSchema:le,data:e};r===null?r=[me]:r.push(me),s++}if(e&&typeof e=="object"&&!Array.isArray(
e)){if(e.to===void 0){let T={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",
schema:le.required,parentSchema:le,data:e};r===null?r=[T]:r.push(T),s++}if(e.source===void 0){let T={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:le.required,parentSchema:le,data:e};r===null?r=[T]:r.push(T),s++}let me=s;for(let T in e)
if(!ba.call(le.properties,T)){let he={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:T},message:"m\
ust NOT have additional properties",schema:!1,parentSchema:le,data:e};r===null?r=[he]:r.push(he),s++}if(e.$comment!==void 0){let T=e.$comment,he=s,ke=s,ce=s;if(typeof T==
"string"){if(oe(T)<1){let q={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer\
 than 1 characters",schema:1,parentSchema:Rr,data:T};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Rr.type,parentSchema:Rr,data:T};r===null?r=[q]:r.push(q),s++}var N=ke===s,E=he===s}if(e.to!==void 0){
let T=e.to,he=s,ke=s,ce=s;if(typeof T=="string"){if(!rt.test(T)){let pe={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:T};r===null?r=[pe]:r.push(pe),s++}}else{
let pe={instancePath:t+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:T};
r===null?r=[pe]:r.push(pe),s++}var de=ke===s;if(typeof T=="string"&&!sy.test(T)){let pe={instancePath:t+"/to",schemaPath:"#/properties/to/pattern",keyword:"patt\
ern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:le.properties.to,data:T};
r===null?r=[pe]:r.push(pe),s++}var E=he===s}if(e.from!==void 0){let T=e.from,he=s,ke=s;if(typeof T=="string"){if(oe(T)<1){let q={instancePath:t+"/from",schemaPath:"\
#/properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:le.properties.from,data:T};
r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:le.properties.from.type,parentSchema:le.properties.from,data:T};r===null?r=[q]:r.push(q),s++}var E=he===s}if(e.each!==void 0){let T=e.each,he=s,ke=s;
if(typeof T=="string"){if(oe(T)<1){let q={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"must NOT\
 have fewer than 1 characters",schema:1,parentSchema:le.properties.each,data:T};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/each",schemaPath:"#/p\
roperties/each/type",keyword:"type",params:{type:"string"},message:"must be string",schema:le.properties.each.type,parentSchema:le.properties.each,data:T};r===null?
r=[q]:r.push(q),s++}var E=he===s}if(e.join!==void 0){let T=e.join,he=s,ke=s;if(Array.isArray(T)){if(T.length<2){let Ae={instancePath:t+"/join",schemaPath:"#/pro\
perties/join/minItems",keyword:"minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:le.properties.join,data:T};r===null?
r=[Ae]:r.push(Ae),s++}let q=!0,pe=T.length;for(let Ae=0;Ae<pe;Ae++){let G=T[Ae],Q=s,ne=s;if(typeof G=="string"){if(oe(G)<1){let st={instancePath:t+"/join/"+Ae,schemaPath:"\
#/properties/join/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:le.properties.join.
items,data:G};r===null?r=[st]:r.push(st),s++}}else{let st={instancePath:t+"/join/"+Ae,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"str\
ing"},message:"must be string",schema:le.properties.join.items.type,parentSchema:le.properties.join.items,data:G};r===null?r=[st]:r.push(st),s++}var J=Q===s;J||
(q=!1)}}else{let q={instancePath:t+"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.properties.
join.type,parentSchema:le.properties.join,data:T};r===null?r=[q]:r.push(q),s++}var E=he===s}if(e.model!==void 0){let T=e.model,he=s;if(T!==!0){let ce={instancePath:t+
"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:le.properties.
model,data:T};r===null?r=[ce]:r.push(ce),s++}var E=he===s}if(e.resultsFolder!==void 0){let T=e.resultsFolder,he=s;if(T!==!0){let ce={instancePath:t+"/resultsFol\
der",schemaPath:"#/properties/resultsFolder/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:le.properties.
resultsFolder,data:T};r===null?r=[ce]:r.push(ce),s++}var E=he===s}if(e.when!==void 0){let T=e.when,he=s;Yt(T,{instancePath:t+"/when",parentData:e,parentDataProperty:"\
when",rootData:o,dynamicAnchors:i})||(r=r===null?Yt.errors:r.concat(Yt.errors),s=r.length);var E=he===s}if(e.as!==void 0){let T=e.as,he=s,ke=le.properties.as.enum;
if(!(T==="string"||T==="uploaded"||T==="file")){let q={instancePath:t+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:le.properties.
as.enum},message:"must be equal to one of the allowed values",schema:le.properties.as.enum,parentSchema:le.properties.as,data:T};r===null?r=[q]:r.push(q),s++}var E=he===
s}if(e.values!==void 0){let T=e.values,he=s,ke=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(Object.keys(T).length<1){let q={instancePath:t+"/values",schemaPath:"\
#/properties/values/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:le.properties.
values,data:T};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:le.properties.values.type,parentSchema:le.properties.values,data:T};r===null?r=[q]:r.push(q),s++}var E=he===s}if(e.accepts!==void 0){let T=e.
accepts,he=s,ke=s;if(Array.isArray(T)){if(T.length<1){let q={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:le.properties.accepts,data:T};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/accept\
s",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.properties.accepts.type,parentSchema:le.properties.
accepts,data:T};r===null?r=[q]:r.push(q),s++}var E=he===s}if(e.minimum!==void 0){let T=e.minimum,he=s;if(typeof T!="number"){let q={instancePath:t+"/minimum",schemaPath:"\
#/properties/minimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:le.properties.minimum.type,parentSchema:le.properties.minimum,data:T};
r===null?r=[q]:r.push(q),s++}let ke=s;var E=he===s}if(e.maximum!==void 0){let T=e.maximum,he=s;if(typeof T!="number"){let q={instancePath:t+"/maximum",schemaPath:"\
#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:le.properties.maximum.type,parentSchema:le.properties.maximum,data:T};
r===null?r=[q]:r.push(q),s++}let ke=s;var E=he===s}if(e.maximumItems!==void 0){let T=e.maximumItems,he=s;if(!(typeof T=="number"&&!(T%1)&&!isNaN(T))){let q={instancePath:t+
"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:le.properties.maximumItems.type,
parentSchema:le.properties.maximumItems,data:T};r===null?r=[q]:r.push(q),s++}let ke=s;if(typeof T=="number"&&(T<1||isNaN(T))){let q={instancePath:t+"/maximumIte\
ms",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:le.properties.
maximumItems,data:T};r===null?r=[q]:r.push(q),s++}var E=he===s}if(e.maximumLength!==void 0){let T=e.maximumLength,he=s;if(!(typeof T=="number"&&!(T%1)&&!isNaN(T))){
let q={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:le.properties.
maximumLength.type,parentSchema:le.properties.maximumLength,data:T};r===null?r=[q]:r.push(q),s++}let ke=s;if(typeof T=="number"&&(T<1||isNaN(T))){let q={instancePath:t+
"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:le.
properties.maximumLength,data:T};r===null?r=[q]:r.push(q),s++}var E=he===s}if(e.forms!==void 0){let T=e.forms,he=s,ke=s;if(Array.isArray(T)){if(T.length<1){let Ae={
instancePath:t+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:le.
properties.forms,data:T};r===null?r=[Ae]:r.push(Ae),s++}let q=!0,pe=T.length;for(let Ae=0;Ae<pe;Ae++){let G=T[Ae],Q=s,ne=le.properties.forms.items.enum;if(!(G===
"url"||G==="data")){let st={instancePath:t+"/forms/"+Ae,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:le.properties.forms.items.
enum},message:"must be equal to one of the allowed values",schema:le.properties.forms.items.enum,parentSchema:le.properties.forms.items,data:G};r===null?r=[st]:
r.push(st),s++}var W=Q===s;W||(q=!1)}}else{let q={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"mus\
t be array",schema:le.properties.forms.type,parentSchema:le.properties.forms,data:T};r===null?r=[q]:r.push(q),s++}var E=he===s}if(e.oneWay!==void 0){let T=e.oneWay,
he=s,ke=s;if(typeof T=="string"){if(oe(T)<1){let q={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:le.properties.oneWay,data:T};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/oneWay",schemaPath:"\
#/properties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:le.properties.oneWay.type,parentSchema:le.properties.oneWay,data:T};
r===null?r=[q]:r.push(q),s++}var E=he===s}if(e.source!==void 0){let T=e.source,he=s,ke=s,ce=s;if(typeof T=="string"){if(oe(T)<1){let pe={instancePath:t+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:T};r===
null?r=[pe]:r.push(pe),s++}}else{let pe={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:re.type,parentSchema:re,data:T};r===null?r=[pe]:r.push(pe),s++}var F=ke===s,E=he===s}}else{let me={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:le.type,parentSchema:le,data:e};r===null?r=[me]:r.push(me),s++}return Rs.errors=r,s===0}Rs.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var _t={type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$d\
efs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"A fixed valu\
e."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}};function Nr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,
dynamicAnchors:i={}}={}){let r=null,s=0,p=Nr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){if(e.length<
1){let N={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:_t,data:e};
r===null?r=[N]:r.push(N),s++}let j=!0,x=e.length;for(let N=0;N<x;N++){let E=e[N],de=s,J=s,W=s,F=!1,me=null,T=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.fact===
void 0){let ke={instancePath:t+"/"+N,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required proper\
ty 'fact'",schema:_t.items.oneOf[0].required,parentSchema:_t.items.oneOf[0],data:E};r===null?r=[ke]:r.push(ke),s++}var u=T===s;u&&(F=!0,me=0);let he=s;if(E&&typeof E==
"object"&&!Array.isArray(E)&&E.constant===void 0){let ke={instancePath:t+"/"+N,schemaPath:"#/items/oneOf/1/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:_t.items.oneOf[1].required,parentSchema:_t.items.oneOf[1],data:E};r===null?r=[ke]:r.push(ke),
s++}var u=he===s;if(u&&F?(F=!1,me=[me,1]):u&&(F=!0,me=1),F)s=W,r!==null&&(W?r.length=W:r=null);else{let ke={instancePath:t+"/"+N,schemaPath:"#/items/oneOf",keyword:"\
oneOf",params:{passingSchemas:me},message:"must match exactly one schema in oneOf",schema:_t.items.oneOf,parentSchema:_t.items,data:E};r===null?r=[ke]:r.push(ke),
s++}if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.to===void 0){let ce={instancePath:t+"/"+N,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"\
to"},message:"must have required property 'to'",schema:_t.items.required,parentSchema:_t.items,data:E};r===null?r=[ce]:r.push(ce),s++}let ke=s;for(let ce in E)if(!(ce===
"to"||ce==="fact"||ce==="constant")){let q={instancePath:t+"/"+N,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ce},
message:"must NOT have additional properties",schema:!1,parentSchema:_t.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.to!==void 0){let ce=E.to,q=s,pe=s,Ae=s;if(typeof ce==
"string"){if(!rt.test(ce)){let G={instancePath:t+"/"+N+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:ce};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/"+N+
"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:ce};r===null?r=[G]:r.push(
G),s++}var f=pe===s,k=q===s}if(E.fact!==void 0){let ce=E.fact,q=s,pe=_t.items.properties.fact.enum;if(!(ce==="id"||ce==="model")){let G={instancePath:t+"/"+N+"/\
fact",schemaPath:"#/items/properties/fact/enum",keyword:"enum",params:{allowedValues:_t.items.properties.fact.enum},message:"must be equal to one of the allowed\
 values",schema:_t.items.properties.fact.enum,parentSchema:_t.items.properties.fact,data:ce};r===null?r=[G]:r.push(G),s++}var k=q===s}}else{let ke={instancePath:t+
"/"+N,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:_t.items.type,parentSchema:_t.items,data:E};r===null?r=[ke]:
r.push(ke),s++}var S=de===s;S||(j=!1)}}else{let j={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:_t.type,
parentSchema:_t,data:e};r===null?r=[j]:r.push(j),s++}return Nr.errors=r,s===0}Nr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var Qo={type:"array",minItems:1,
description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},Se={type:"object",required:["source"],properties:{
url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{type:"boolean",description:"\
Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. It is sent with a URL of the base URL's own host, and to\
 no other."},body:{const:!0,description:"The answer to the submit is the file itself, and no JSON. Left out where there is an ID. A result behind it is where an\
 answer in JSON has the file: fakes and native APIs give that to callers that accept JSON only."},base64:{$ref:"#/$defs/pointer",description:"The file itself in\
 base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-\
binary"],description:"The media type of a file in base64."},object:{$ref:"#/$defs/pointer",description:"A folder in S3, as s3://bucket/folder, in or below the r\
esultsFolder of the operator. The service reads the file there with the key of the upstream."},file:{type:"string",pattern:"^(/[A-Za-z0-9._-]+)+$",description:'\
Behind "object": the file in that folder.',errorMessage:"a path that starts with /, of letters, digits, dots, hyphens and underscores"},content:{$ref:"#/$defs/p\
ath",description:"A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$defs/resul\
ts"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status","body"],properties:{
status:{type:"integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:[
"url"]},{required:["body"]},{required:["base64","contentType"]},{required:["object","file"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},
ay=new RegExp("^(/[A-Za-z0-9._-]+)+$","u"),ga={validate:ps},Tc={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."};function xt(e,{
instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=xt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&
(p.items=void 0);let l=s;if(Array.isArray(e)){let k=!0,S=e.length;for(let j=0;j<S;j++){let x=e[j],N=s,E=s,de=s;if(typeof x=="string"){if(!rt.test(x)){let J={instancePath:t+
"/"+j,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:X,data:x};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/"+j,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:x};r===null?r=[J]:r.push(J),s++}var u=E===s,f=N===s;f||(k=!1)}}else{let k={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Tc.type,parentSchema:Tc,data:e};r===null?r=[k]:r.push(k),s++}return xt.errors=
r,s===0}xt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function Es(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=Es.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s,u=s,f=!1,k=null,S=s;if(e&&typeof e=="object"&&!Array.isArray(
e)&&e.url===void 0){let ce={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"url"},message:"must have required propert\
y 'url'",schema:Se.oneOf[0].required,parentSchema:Se.oneOf[0],data:e};r===null?r=[ce]:r.push(ce),s++}var x=S===s;x&&(f=!0,k=0);let j=s;if(e&&typeof e=="object"&&
!Array.isArray(e)&&e.body===void 0){let ce={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"body"},message:"must have\
 required property 'body'",schema:Se.oneOf[1].required,parentSchema:Se.oneOf[1],data:e};r===null?r=[ce]:r.push(ce),s++}var x=j===s;if(x&&f)f=!1,k=[k,1];else{x&&
(f=!0,k=1);let ce=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===void 0){let pe={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",
params:{missingProperty:"base64"},message:"must have required property 'base64'",schema:Se.oneOf[2].required,parentSchema:Se.oneOf[2],data:e};r===null?r=[pe]:r.
push(pe),s++}if(e.contentType===void 0){let pe={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"contentType"},message:"\
must have required property 'contentType'",schema:Se.oneOf[2].required,parentSchema:Se.oneOf[2],data:e};r===null?r=[pe]:r.push(pe),s++}}var x=ce===s;if(x&&f)f=!1,
k=[k,2];else{x&&(f=!0,k=2);let pe=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.object===void 0){let G={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"\
required",params:{missingProperty:"object"},message:"must have required property 'object'",schema:Se.oneOf[3].required,parentSchema:Se.oneOf[3],data:e};r===null?
r=[G]:r.push(G),s++}if(e.file===void 0){let G={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"file"},message:"must h\
ave required property 'file'",schema:Se.oneOf[3].required,parentSchema:Se.oneOf[3],data:e};r===null?r=[G]:r.push(G),s++}}var x=pe===s;if(x&&f)f=!1,k=[k,3];else{
x&&(f=!0,k=3);let G=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===void 0){let ne={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",
params:{missingProperty:"content"},message:"must have required property 'content'",schema:Se.oneOf[4].required,parentSchema:Se.oneOf[4],data:e};r===null?r=[ne]:
r.push(ne),s++}var x=G===s;if(x&&f)f=!1,k=[k,4];else{x&&(f=!0,k=4);let ne=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.query===void 0){let gt={instancePath:t,
schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:Se.oneOf[5].required,parentSchema:Se.
oneOf[5],data:e};r===null?r=[gt]:r.push(gt),s++}if(e.results===void 0){let gt={instancePath:t,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"\
results"},message:"must have required property 'results'",schema:Se.oneOf[5].required,parentSchema:Se.oneOf[5],data:e};r===null?r=[gt]:r.push(gt),s++}if(e.message===
void 0){let gt={instancePath:t,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'messa\
ge'",schema:Se.oneOf[5].required,parentSchema:Se.oneOf[5],data:e};r===null?r=[gt]:r.push(gt),s++}}var x=ne===s;x&&f?(f=!1,k=[k,5]):x&&(f=!0,k=5)}}}}if(f)s=u,r!==
null&&(u?r.length=u:r=null);else{let ce={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:k},message:"must match exactly one schema in\
 oneOf",schema:Se.oneOf,parentSchema:Se,data:e};r===null?r=[ce]:r.push(ce),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.source===void 0){let q={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:Se.required,parentSchema:Se,data:e};
r===null?r=[q]:r.push(q),s++}let ce=s;for(let q in e)if(!ba.call(Se.properties,q)){let pe={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additiona\
lProperties",params:{additionalProperty:q},message:"must NOT have additional properties",schema:!1,parentSchema:Se,data:e};r===null?r=[pe]:r.push(pe),s++}if(e.url!==
void 0){let q=e.url,pe=s,Ae=s,G=s;if(typeof q=="string"){if(!rt.test(q)){let Q={instancePath:t+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:q};r===null?r=[Q]:r.push(Q),
s++}}else{let Q={instancePath:t+"/url",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,
data:q};r===null?r=[Q]:r.push(Q),s++}var N=Ae===s,E=pe===s}if(e.list!==void 0){let q=e.list,pe=s;if(typeof q!="boolean"){let Q={instancePath:t+"/list",schemaPath:"\
#/properties/list/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:Se.properties.list.type,parentSchema:Se.properties.list,data:q};
r===null?r=[Q]:r.push(Q),s++}let Ae=s;var E=pe===s}if(e.withKey!==void 0){let q=e.withKey,pe=s;if(q!==!0){let G={instancePath:t+"/withKey",schemaPath:"#/propert\
ies/withKey/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:Se.properties.withKey,data:q};r===null?r=
[G]:r.push(G),s++}var E=pe===s}if(e.body!==void 0){let q=e.body,pe=s;if(q!==!0){let G={instancePath:t+"/body",schemaPath:"#/properties/body/const",keyword:"cons\
t",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:Se.properties.body,data:q};r===null?r=[G]:r.push(G),s++}var E=pe===s}if(e.
base64!==void 0){let q=e.base64,pe=s,Ae=s,G=s;if(typeof q=="string"){if(!rt.test(q)){let ne={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:q};r===null?
r=[ne]:r.push(ne),s++}}else{let ne={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.
type,parentSchema:X,data:q};r===null?r=[ne]:r.push(ne),s++}var de=Ae===s,E=pe===s}if(e.contentType!==void 0){let q=e.contentType,pe=s,Ae=Se.properties.contentType.
enum;if(!(q==="video/mp4"||q==="video/quicktime"||q==="video/webm"||q==="image/png"||q==="image/jpeg"||q==="image/webp"||q==="image/gif"||q==="audio/mpeg"||q===
"audio/wav"||q==="model/gltf-binary")){let Q={instancePath:t+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:Se.properties.
contentType.enum},message:"must be equal to one of the allowed values",schema:Se.properties.contentType.enum,parentSchema:Se.properties.contentType,data:q};r===
null?r=[Q]:r.push(Q),s++}var E=pe===s}if(e.object!==void 0){let q=e.object,pe=s,Ae=s,G=s;if(typeof q=="string"){if(!rt.test(q)){let ne={instancePath:t+"/object",
schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([\
^/~]|~[01])+)+$",parentSchema:X,data:q};r===null?r=[ne]:r.push(ne),s++}}else{let ne={instancePath:t+"/object",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:q};r===null?r=[ne]:r.push(ne),s++}var J=Ae===s,E=pe===s}if(e.file!==void 0){let q=e.file,
pe=s,Ae=s;if(typeof q=="string"){if(!ay.test(q)){let Q={instancePath:t+"/file",schemaPath:"#/properties/file/pattern",keyword:"pattern",params:{pattern:"^(/[A-Z\
a-z0-9._-]+)+$"},message:'must match pattern "^(/[A-Za-z0-9._-]+)+$"',schema:"^(/[A-Za-z0-9._-]+)+$",parentSchema:Se.properties.file,data:q};r===null?r=[Q]:r.push(
Q),s++}}else{let Q={instancePath:t+"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.properties.
file.type,parentSchema:Se.properties.file,data:q};r===null?r=[Q]:r.push(Q),s++}var E=pe===s}if(e.content!==void 0){let q=e.content,pe=s,Ae=s,G=s;if(typeof q=="s\
tring"){if(!Xt.test(q)){let ne={instancePath:t+"/content",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern \
"^/"',schema:"^/",parentSchema:We,data:q};r===null?r=[ne]:r.push(ne),s++}}else{let ne={instancePath:t+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:q};r===null?r=[ne]:r.push(ne),s++}var W=Ae===s,E=pe===s}if(e.query!==void 0){let q=e.
query,pe=s,Ae=s,G=s;if(typeof q=="string"){if(!Xt.test(q)){let ne={instancePath:t+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"\
^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:q};r===null?r=[ne]:r.push(ne),s++}}else{let ne={instancePath:t+"/query",schemaPath:"#/$d\
efs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:q};r===null?r=[ne]:r.push(ne),s++}var F=Ae===s,
E=pe===s}if(e.results!==void 0){let q=e.results,pe=s;if(!ga.validate(q,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))
r=r===null?ga.validate.errors:r.concat(ga.validate.errors),s=r.length;else var me=ga.validate.evaluated.props,T=ga.validate.evaluated.items;var E=pe===s}if(e.message!==
void 0){let q=e.message,pe=s;xt(q,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(
xt.errors),s=r.length);var E=pe===s}if(e.pending!==void 0){let q=e.pending,pe=s,Ae=s;if(q&&typeof q=="object"&&!Array.isArray(q)){if(q.status===void 0){let ne={
instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property '\
status'",schema:Se.properties.pending.required,parentSchema:Se.properties.pending,data:q};r===null?r=[ne]:r.push(ne),s++}if(q.body===void 0){let ne={instancePath:t+
"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:Se.
properties.pending.required,parentSchema:Se.properties.pending,data:q};r===null?r=[ne]:r.push(ne),s++}let Q=s;for(let ne in q)if(!(ne==="status"||ne==="body")){
let st={instancePath:t+"/pending",schemaPath:"#/properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ne},message:"\
must NOT have additional properties",schema:!1,parentSchema:Se.properties.pending,data:q};r===null?r=[st]:r.push(st),s++}if(q.status!==void 0){let ne=q.status,st=s;
if(!(typeof ne=="number"&&!(ne%1)&&!isNaN(ne))){let Xe={instancePath:t+"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",
params:{type:"integer"},message:"must be integer",schema:Se.properties.pending.properties.status.type,parentSchema:Se.properties.pending.properties.status,data:ne};
r===null?r=[Xe]:r.push(Xe),s++}let gt=s;var he=st===s}}else{let Q={instancePath:t+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:Se.properties.pending.type,parentSchema:Se.properties.pending,data:q};r===null?r=[Q]:r.push(Q),s++}var E=pe===s}if(e.source!==
void 0){let q=e.source,pe=s,Ae=s,G=s;if(typeof q=="string"){if(oe(q)<1){let ne={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:q};r===null?r=[ne]:r.push(ne),s++}}else{let ne={instancePath:t+
"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:q};r===null?r=[ne]:
r.push(ne),s++}var ke=Ae===s,E=pe===s}}else{let ce={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Se.
type,parentSchema:Se,data:e};r===null?r=[ce]:r.push(ce),s++}return Es.errors=r,s===0}Es.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function ps(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=ps.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let S={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have few\
er than 1 items",schema:1,parentSchema:Qo,data:e};r===null?r=[S]:r.push(S),s++}let f=!0,k=e.length;for(let S=0;S<k;S++){let j=e[S],x=s;Es(j,{instancePath:t+"/"+
S,parentData:e,parentDataProperty:S,rootData:o,dynamicAnchors:i})||(r=r===null?Es.errors:r.concat(Es.errors),s=r.length);var u=x===s;u||(f=!1)}}else{let f={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Qo.type,parentSchema:Qo,data:e};r===null?r=[f]:r.push(f),s++}return ps.errors=
r,s===0}ps.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function Mt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=Mt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.submit===
void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:y.
required,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}if(e.rows===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
rows"},message:"must have required property 'rows'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}if(e.results===void 0){let b={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'results'",schema:y.required,parentSchema:y,data:e};
r===null?r=[b]:r.push(b),s++}if(e.message===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"\
must have required property 'message'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}if(e.code===void 0){let b={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:y.required,parentSchema:y,data:e};r===null?r=
[b]:r.push(b),s++}let dn=s;for(let b in e)if(!ba.call(y.properties,b)){let je={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:y,data:e};r===null?r=[je]:r.push(je),s++}if(e.$comment!==void 0){
let b=e.$comment,je=s,dt=s,zr=s;if(typeof b=="string"){if(oe(b)<1){let fe={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Rr,data:b};r===null?r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+"/\
$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Rr.type,parentSchema:Rr,data:b};r===null?r=[fe]:
r.push(fe),s++}var u=dt===s,f=je===s}if(e.submit!==void 0){let b=e.submit,je=s,dt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.method===void 0){let h={instancePath:t+
"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:y.
properties.submit.required,parentSchema:y.properties.submit,data:b};r===null?r=[h]:r.push(h),s++}if(b.path===void 0){let h={instancePath:t+"/submit",schemaPath:"\
#/properties/submit/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.submit.required,
parentSchema:y.properties.submit,data:b};r===null?r=[h]:r.push(h),s++}if(b.source===void 0){let h={instancePath:t+"/submit",schemaPath:"#/properties/submit/requ\
ired",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.submit.required,parentSchema:y.properties.
submit,data:b};r===null?r=[h]:r.push(h),s++}let fe=s;for(let h in b)if(!(h==="method"||h==="path"||h==="paths"||h==="headers"||h==="encoding"||h==="status"||h===
"ignored"||h==="source")){let P={instancePath:t+"/submit",schemaPath:"#/properties/submit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},
message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.submit,data:b};r===null?r=[P]:r.push(P),s++}if(b.method!==void 0){let h=b.method,
P=s,I=y.properties.submit.properties.method.enum;if(!(h==="POST"||h==="PUT")){let De={instancePath:t+"/submit/method",schemaPath:"#/properties/submit/properties\
/method/enum",keyword:"enum",params:{allowedValues:y.properties.submit.properties.method.enum},message:"must be equal to one of the allowed values",schema:y.properties.
submit.properties.method.enum,parentSchema:y.properties.submit.properties.method,data:h};r===null?r=[De]:r.push(De),s++}var k=P===s}if(b.path!==void 0){let h=b.
path,P=s,I=s,De=s;if(typeof h=="string"){if(!Xt.test(h)){let _={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"\
^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:h};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/submit/path",schemaPath:"#\
/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:h};r===null?r=[_]:r.push(_),s++}var S=I===s,
k=P===s}if(b.paths!==void 0){let h=b.paths,P=s;Ar(h,{instancePath:t+"/submit/paths",parentData:b,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(r=r===
null?Ar.errors:r.concat(Ar.errors),s=r.length);var k=P===s}if(b.headers!==void 0){let h=b.headers,P=s,I=s;if(h&&typeof h=="object"&&!Array.isArray(h)){let B=s;for(let _ in h){
let O=h[_],se=s,_e=s;if(typeof O=="string"){if(!Ac.test(O)){let Pe={instancePath:t+"/submit/headers/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/pro\
perties/submit/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*\
$"',schema:"^[\\x20-\\x7e]*$",parentSchema:y.properties.submit.properties.headers.additionalProperties,data:O};r===null?r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+
"/submit/headers/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:y.properties.submit.properties.headers.additionalProperties.type,parentSchema:y.properties.submit.properties.headers.
additionalProperties,data:O};r===null?r=[Pe]:r.push(Pe),s++}var j=se===s}}else{let B={instancePath:t+"/submit/headers",schemaPath:"#/properties/submit/propertie\
s/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.submit.properties.headers.type,parentSchema:y.properties.submit.
properties.headers,data:h};r===null?r=[B]:r.push(B),s++}var k=P===s}if(b.encoding!==void 0){let h=b.encoding,P=s,I=y.properties.submit.properties.encoding.enum;
if(!(h==="json"||h==="form")){let B={instancePath:t+"/submit/encoding",schemaPath:"#/properties/submit/properties/encoding/enum",keyword:"enum",params:{allowedValues:y.
properties.submit.properties.encoding.enum},message:"must be equal to one of the allowed values",schema:y.properties.submit.properties.encoding.enum,parentSchema:y.
properties.submit.properties.encoding,data:h};r===null?r=[B]:r.push(B),s++}var k=P===s}if(b.status!==void 0){let h=b.status,P=s;if(!(typeof h=="number"&&!(h%1)&&
!isNaN(h))){let B={instancePath:t+"/submit/status",schemaPath:"#/properties/submit/properties/status/type",keyword:"type",params:{type:"integer"},message:"must \
be integer",schema:y.properties.submit.properties.status.type,parentSchema:y.properties.submit.properties.status,data:h};r===null?r=[B]:r.push(B),s++}let I=s;if(typeof h==
"number"){if(h>299||isNaN(h)){let B={instancePath:t+"/submit/status",schemaPath:"#/properties/submit/properties/status/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:299},message:"must be <= 299",schema:299,parentSchema:y.properties.submit.properties.status,data:h};r===null?r=[B]:r.push(B),s++}if(h<200||isNaN(h)){let B={
instancePath:t+"/submit/status",schemaPath:"#/properties/submit/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be\
 >= 200",schema:200,parentSchema:y.properties.submit.properties.status,data:h};r===null?r=[B]:r.push(B),s++}}var k=P===s}if(b.ignored!==void 0){let h=b.ignored,
P=s,I=s;if(Array.isArray(h)){if(h.length<1){let O={instancePath:t+"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/minItems",keyword:"minIte\
ms",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:y.properties.submit.properties.ignored,data:h};r===null?r=[O]:r.push(O),s++}
let B=!0,_=h.length;for(let O=0;O<_;O++){let se=h[O],_e=s,Pe=s,Y=s;if(typeof se=="string"){if(!rt.test(se)){let C={instancePath:t+"/submit/ignored/"+O,schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:X,data:se};r===null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+"/submit/ignored/"+O,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:se};r===null?r=[C]:r.push(C),s++}var x=Pe===s,N=_e===s;N||(B=!1)}}else{let B={instancePath:t+
"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.submit.
properties.ignored.type,parentSchema:y.properties.submit.properties.ignored,data:h};r===null?r=[B]:r.push(B),s++}var k=P===s}if(b.source!==void 0){let h=b.source,
P=s,I=s,De=s;if(typeof h=="string"){if(oe(h)<1){let _={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:h};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/submit/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:h};r===null?r=[_]:r.push(_),s++}var E=I===
s,k=P===s}}else{let fe={instancePath:t+"/submit",schemaPath:"#/properties/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.
submit.type,parentSchema:y.properties.submit,data:b};r===null?r=[fe]:r.push(fe),s++}var f=je===s}if(e.rows!==void 0){let b=e.rows,je=s,dt=s;if(Array.isArray(b)){
if(b.length<1){let P={instancePath:t+"/rows",schemaPath:"#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 ite\
ms",schema:1,parentSchema:y.properties.rows,data:b};r===null?r=[P]:r.push(P),s++}let fe=!0,h=b.length;for(let P=0;P<h;P++){let I=b[P],De=s;Rs(I,{instancePath:t+
"/rows/"+P,parentData:b,parentDataProperty:P,rootData:o,dynamicAnchors:i})||(r=r===null?Rs.errors:r.concat(Rs.errors),s=r.length);var de=De===s;de||(fe=!1)}}else{
let fe={instancePath:t+"/rows",schemaPath:"#/properties/rows/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.rows.type,parentSchema:y.
properties.rows,data:b};r===null?r=[fe]:r.push(fe),s++}var f=je===s}if(e.drops!==void 0){let b=e.drops,je=s,dt=s;if(Array.isArray(b)){let fe=!0,h=b.length;for(let P=0;P<
h;P++){let I=b[P],De=s,B=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.parameter===void 0){let O={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drop\
s/items/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:y.properties.drops.items.required,
parentSchema:y.properties.drops.items,data:I};r===null?r=[O]:r.push(O),s++}if(I.reason===void 0){let O={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drop\
s/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:y.properties.drops.items.required,parentSchema:y.
properties.drops.items,data:I};r===null?r=[O]:r.push(O),s++}if(I.source===void 0){let O={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drops/items/require\
d",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.drops.items.required,parentSchema:y.properties.
drops.items,data:I};r===null?r=[O]:r.push(O),s++}let _=s;for(let O in I)if(!(O==="parameter"||O==="values"||O==="when"||O==="reason"||O==="source")){let se={instancePath:t+
"/drops/"+P,schemaPath:"#/properties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:O},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:y.properties.drops.items,data:I};r===null?r=[se]:r.push(se),s++}if(I.parameter!==void 0){let O=I.parameter,se=s;if(typeof O!=
"string"){let Pe={instancePath:t+"/drops/"+P+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:y.properties.drops.items.properties.parameter.type,parentSchema:y.properties.drops.items.properties.parameter,data:O};r===null?r=
[Pe]:r.push(Pe),s++}let _e=s;var J=se===s}if(I.values!==void 0){let O=I.values,se=s,_e=s;if(Array.isArray(O)){if(O.length<1){let Y={instancePath:t+"/drops/"+P+"\
/values",schemaPath:"#/properties/drops/items/properties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:y.properties.drops.items.properties.values,data:O};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/drops/"+P+"/values",schemaPath:"#/pro\
perties/drops/items/properties/values/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.drops.items.properties.values.type,
parentSchema:y.properties.drops.items.properties.values,data:O};r===null?r=[Y]:r.push(Y),s++}var J=se===s}if(I.when!==void 0){let O=I.when,se=s;Yt(O,{instancePath:t+
"/drops/"+P+"/when",parentData:I,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Yt.errors:r.concat(Yt.errors),s=r.length);var J=se===s}if(I.
reason!==void 0){let O=I.reason,se=s,_e=s;if(typeof O=="string"){if(oe(O)<1){let Y={instancePath:t+"/drops/"+P+"/reason",schemaPath:"#/properties/drops/items/pr\
operties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.drops.items.properties.
reason,data:O};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/drops/"+P+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:y.properties.drops.items.properties.reason.type,parentSchema:y.properties.drops.items.properties.reason,
data:O};r===null?r=[Y]:r.push(Y),s++}var J=se===s}if(I.source!==void 0){let O=I.source,se=s,_e=s,Pe=s;if(typeof O=="string"){if(oe(O)<1){let C={instancePath:t+"\
/drops/"+P+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:O};r===null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+"/drops/"+P+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:O};r===null?r=[C]:r.push(C),s++}var W=_e===s,J=se===s}}else{let _={instancePath:t+"/drops/"+P,schemaPath:"#/\
properties/drops/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.drops.items.type,parentSchema:y.properties.drops.
items,data:I};r===null?r=[_]:r.push(_),s++}var F=De===s;F||(fe=!1)}}else{let fe={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:y.properties.drops.type,parentSchema:y.properties.drops,data:b};r===null?r=[fe]:r.push(fe),s++}var f=je===s}if(e.needs!==
void 0){let b=e.needs,je=s,dt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){let fe=s;for(let h in b){let P=b[h],I=s,De=s;if(P&&typeof P=="object"&&!Array.isArray(
P)){if(P.reason===void 0){let _={instancePath:t+"/needs/"+h.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",
keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:y.properties.needs.additionalProperties.required,parentSchema:y.
properties.needs.additionalProperties,data:P};r===null?r=[_]:r.push(_),s++}if(P.source===void 0){let _={instancePath:t+"/needs/"+h.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 's\
ource'",schema:y.properties.needs.additionalProperties.required,parentSchema:y.properties.needs.additionalProperties,data:P};r===null?r=[_]:r.push(_),s++}let B=s;
for(let _ in P)if(!(_==="reason"||_==="source")){let O={instancePath:t+"/needs/"+h.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additio\
nalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:y.
properties.needs.additionalProperties,data:P};r===null?r=[O]:r.push(O),s++}if(P.reason!==void 0){let _=P.reason,O=s,se=s;if(typeof _=="string"){if(oe(_)<1){let _e={
instancePath:t+"/needs/"+h.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.needs.additionalProperties.properties.reason,data:_};
r===null?r=[_e]:r.push(_e),s++}}else{let _e={instancePath:t+"/needs/"+h.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/addition\
alProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.needs.additionalProperties.properties.reason.
type,parentSchema:y.properties.needs.additionalProperties.properties.reason,data:_};r===null?r=[_e]:r.push(_e),s++}var me=O===s}if(P.source!==void 0){let _=P.source,
O=s,se=s,_e=s;if(typeof _=="string"){if(oe(_)<1){let Y={instancePath:t+"/needs/"+h.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/m\
inLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:_};r===null?r=[Y]:r.push(Y),s++}}else{
let Y={instancePath:t+"/needs/"+h.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[Y]:r.push(Y),s++}var T=se===s,me=O===s}}else{let B={instancePath:t+"/needs/"+h.replace(/~/g,"\
~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.
needs.additionalProperties.type,parentSchema:y.properties.needs.additionalProperties,data:P};r===null?r=[B]:r.push(B),s++}var he=I===s}}else{let fe={instancePath:t+
"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.needs.type,parentSchema:y.properties.
needs,data:b};r===null?r=[fe]:r.push(fe),s++}var f=je===s}if(e.lacks!==void 0){let b=e.lacks,je=s,dt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){let fe=s;for(let h in b){
let P=b[h],I=s,De=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.reason===void 0){let _={instancePath:t+"/lacks/"+h.replace(/~/g,"~0").replace(/\//g,"~1"),
schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",
schema:y.properties.lacks.additionalProperties.required,parentSchema:y.properties.lacks.additionalProperties,data:P};r===null?r=[_]:r.push(_),s++}if(P.source===
void 0){let _={instancePath:t+"/lacks/"+h.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",
params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.lacks.additionalProperties.required,parentSchema:y.properties.
lacks.additionalProperties,data:P};r===null?r=[_]:r.push(_),s++}let B=s;for(let _ in P)if(!(_==="reason"||_==="source")){let O={instancePath:t+"/lacks/"+h.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},
message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.lacks.additionalProperties,data:P};r===null?r=[O]:r.push(O),s++}if(P.reason!==
void 0){let _=P.reason,O=s,se=s;if(typeof _=="string"){if(oe(_)<1){let _e={instancePath:t+"/lacks/"+h.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"\
#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:y.properties.lacks.additionalProperties.properties.reason,data:_};r===null?r=[_e]:r.push(_e),s++}}else{let _e={instancePath:t+"/lacks/"+h.replace(/~/g,
"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:y.properties.lacks.additionalProperties.properties.reason.type,parentSchema:y.properties.lacks.additionalProperties.properties.reason,data:_};
r===null?r=[_e]:r.push(_e),s++}var ke=O===s}if(P.source!==void 0){let _=P.source,O=s,se=s,_e=s;if(typeof _=="string"){if(oe(_)<1){let Y={instancePath:t+"/lacks/"+
h.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than \
1 characters",schema:1,parentSchema:re,data:_};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/lacks/"+h.replace(/~/g,"~0").replace(/\//g,"~1")+"/sou\
rce",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[Y]:r.push(
Y),s++}var ce=se===s,ke=O===s}}else{let B={instancePath:t+"/lacks/"+h.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.lacks.additionalProperties.type,parentSchema:y.properties.lacks.additionalProperties,
data:P};r===null?r=[B]:r.push(B),s++}var q=I===s}}else{let fe={instancePath:t+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:y.properties.lacks.type,parentSchema:y.properties.lacks,data:b};r===null?r=[fe]:r.push(fe),s++}var f=je===s}if(e.id!==void 0){let b=e.
id,je=s,dt=s,zr=s;if(typeof b=="string"){if(!rt.test(b)){let h={instancePath:t+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/\
([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:b};r===null?r=[h]:r.push(h),s++}}else{
let h={instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:b};
r===null?r=[h]:r.push(h),s++}var pe=dt===s,f=je===s}if(e.idForm!==void 0){let b=e.idForm,je=s,dt=s;if(typeof b=="string"){if(!ty.test(b)){let fe={instancePath:t+
"/idForm",schemaPath:"#/properties/idForm/pattern",keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^\
(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:y.properties.idForm,data:b};r===null?r=[fe]:r.push(fe),
s++}}else{let fe={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.
idForm.type,parentSchema:y.properties.idForm,data:b};r===null?r=[fe]:r.push(fe),s++}var f=je===s}if(e.queryId!==void 0){let b=e.queryId,je=s,dt=s,zr=s;if(typeof b==
"string"){if(!rt.test(b)){let h={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:b};r===null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/query\
Id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:b};r===null?r=[h]:r.push(
h),s++}var Ae=dt===s,f=je===s}if(e.query!==void 0){let b=e.query,je=s,dt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.method===void 0){let P={instancePath:t+
"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:y.properties.
query.required,parentSchema:y.properties.query,data:b};r===null?r=[P]:r.push(P),s++}if(b.path===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/\
query/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.query.required,parentSchema:y.
properties.query,data:b};r===null?r=[P]:r.push(P),s++}if(b.source===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"req\
uired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.query.required,parentSchema:y.properties.query,data:b};
r===null?r=[P]:r.push(P),s++}let fe=s;for(let P in b)if(!(P==="method"||P==="path"||P==="paths"||P==="at"||P==="hosts"||P==="body"||P==="source")){let I={instancePath:t+
"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:y.properties.query,data:b};r===null?r=[I]:r.push(I),s++}if(b.method!==void 0){let P=b.method,I=s,De=y.properties.query.properties.
method.enum;if(!(P==="GET"||P==="POST"||P==="PUT"||P==="DELETE")){let B={instancePath:t+"/query/method",schemaPath:"#/properties/query/properties/method/enum",keyword:"\
enum",params:{allowedValues:y.properties.query.properties.method.enum},message:"must be equal to one of the allowed values",schema:y.properties.query.properties.
method.enum,parentSchema:y.properties.query.properties.method,data:P};r===null?r=[B]:r.push(B),s++}var G=I===s}if(b.path!==void 0){let P=b.path,I=s,De=s,B=s;if(typeof P==
"string"){if(!Xt.test(P)){let O={instancePath:t+"/query/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match patt\
ern "^/"',schema:"^/",parentSchema:We,data:P};r===null?r=[O]:r.push(O),s++}}else{let O={instancePath:t+"/query/path",schemaPath:"#/$defs/path/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:P};r===null?r=[O]:r.push(O),s++}var Q=De===s,G=I===s}if(b.paths!==void 0){
let P=b.paths,I=s;Ar(P,{instancePath:t+"/query/paths",parentData:b,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(r=r===null?Ar.errors:r.concat(Ar.errors),
s=r.length);var G=I===s}if(b.at!==void 0){let P=b.at,I=s,De=s,B=s;if(typeof P=="string"){if(!rt.test(P)){let O={instancePath:t+"/query/at",schemaPath:"#/$defs/p\
ointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,
data:P};r===null?r=[O]:r.push(O),s++}}else{let O={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:X.type,parentSchema:X,data:P};r===null?r=[O]:r.push(O),s++}var ne=De===s,G=I===s}if(b.hosts!==void 0){let P=b.hosts,I=s,De=s;if(Array.isArray(
P)){if(P.length<1){let se={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:y.properties.query.properties.hosts,data:P};r===null?r=[se]:r.push(se),s++}let _=!0,O=P.length;for(let se=0;se<
O;se++){let _e=P[se],Pe=s,Y=s;if(typeof _e=="string"){if(!ry.test(_e)){let C={instancePath:t+"/query/hosts/"+se,schemaPath:"#/properties/query/properties/hosts/\
items/pattern",keyword:"pattern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"\
^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:y.properties.query.properties.hosts.items,data:_e};r===null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+
"/query/hosts/"+se,schemaPath:"#/properties/query/properties/hosts/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.
query.properties.hosts.items.type,parentSchema:y.properties.query.properties.hosts.items,data:_e};r===null?r=[C]:r.push(C),s++}var st=Pe===s;st||(_=!1)}}else{let _={
instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.
query.properties.hosts.type,parentSchema:y.properties.query.properties.hosts,data:P};r===null?r=[_]:r.push(_),s++}var G=I===s}if(b.body!==void 0){let P=b.body,I=s;
Nr(P,{instancePath:t+"/query/body",parentData:b,parentDataProperty:"body",rootData:o,dynamicAnchors:i})||(r=r===null?Nr.errors:r.concat(Nr.errors),s=r.length);var G=I===
s}if(b.source!==void 0){let P=b.source,I=s,De=s,B=s;if(typeof P=="string"){if(oe(P)<1){let O={instancePath:t+"/query/source",schemaPath:"#/$defs/source/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:P};r===null?r=[O]:r.push(O),s++}}else{let O={
instancePath:t+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:P};
r===null?r=[O]:r.push(O),s++}var gt=De===s,G=I===s}let h;if(b.at!==void 0&&b.hosts===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/query/depen\
dentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when propert\
y at is present",schema:y.properties.query.dependentRequired,parentSchema:y.properties.query,data:b};r===null?r=[P]:r.push(P),s++}if(b.hosts!==void 0&&b.at===void 0){
let P={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,
deps:"at"},message:"must have property at when property hosts is present",schema:y.properties.query.dependentRequired,parentSchema:y.properties.query,data:b};r===
null?r=[P]:r.push(P),s++}}else{let fe={instancePath:t+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be objec\
t",schema:y.properties.query.type,parentSchema:y.properties.query,data:b};r===null?r=[fe]:r.push(fe),s++}var f=je===s}if(e.list!==void 0){let b=e.list,je=s,dt=s;
if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.path===void 0){let h={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{
missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.list.required,parentSchema:y.properties.list,data:b};r===null?r=[h]:r.push(
h),s++}if(b.filter===void 0){let h={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"filter"},message:"\
must have required property 'filter'",schema:y.properties.list.required,parentSchema:y.properties.list,data:b};r===null?r=[h]:r.push(h),s++}if(b.limit===void 0){
let h={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"limit"},message:"must have required property '\
limit'",schema:y.properties.list.required,parentSchema:y.properties.list,data:b};r===null?r=[h]:r.push(h),s++}if(b.items===void 0){let h={instancePath:t+"/list",
schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"items"},message:"must have required property 'items'",schema:y.properties.list.
required,parentSchema:y.properties.list,data:b};r===null?r=[h]:r.push(h),s++}if(b.source===void 0){let h={instancePath:t+"/list",schemaPath:"#/properties/list/r\
equired",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.list.required,parentSchema:y.properties.
list,data:b};r===null?r=[h]:r.push(h),s++}let fe=s;for(let h in b)if(!(h==="path"||h==="filter"||h==="limit"||h==="items"||h==="within"||h==="source")){let P={instancePath:t+
"/list",schemaPath:"#/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},message:"must NOT have additional prope\
rties",schema:!1,parentSchema:y.properties.list,data:b};r===null?r=[P]:r.push(P),s++}if(b.path!==void 0){let h=b.path,P=s,I=s,De=s;if(typeof h=="string"){if(!Xt.
test(h)){let B={instancePath:t+"/list/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:We,data:h};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:We.type,parentSchema:We,data:h};r===null?r=[B]:r.push(B),s++}var Xe=I===s,Ye=P===s}if(b.filter!==void 0){let h=b.filter,P=s,
I=s;if(typeof h=="string"){if(oe(h)<1){let B={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.list.properties.filter,data:h};r===null?r=[B]:r.push(B),s++}}else{let B={
instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.
list.properties.filter.type,parentSchema:y.properties.list.properties.filter,data:h};r===null?r=[B]:r.push(B),s++}var Ye=P===s}if(b.limit!==void 0){let h=b.limit,
P=s;if(!(typeof h=="number"&&!(h%1)&&!isNaN(h))){let B={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{
type:"integer"},message:"must be integer",schema:y.properties.list.properties.limit.type,parentSchema:y.properties.list.properties.limit,data:h};r===null?r=[B]:
r.push(B),s++}let I=s;if(typeof h=="number"){if(h>500||isNaN(h)){let B={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"\
maximum",params:{comparison:"<=",limit:500},message:"must be <= 500",schema:500,parentSchema:y.properties.list.properties.limit,data:h};r===null?r=[B]:r.push(B),
s++}if(h<2||isNaN(h)){let B={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},
message:"must be >= 2",schema:2,parentSchema:y.properties.list.properties.limit,data:h};r===null?r=[B]:r.push(B),s++}}var Ye=P===s}if(b.items!==void 0){let h=b.
items,P=s,I=s,De=s;if(typeof h=="string"){if(!rt.test(h)){let _={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:h};r===null?r=[_]:r.push(_),s++}}else{
let _={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,
data:h};r===null?r=[_]:r.push(_),s++}var et=I===s,Ye=P===s}if(b.within!==void 0){let h=b.within,P=s,I=s,De=s;if(typeof h=="string"){if(!rt.test(h)){let _={instancePath:t+
"/list/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:h};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:h};r===null?r=[_]:r.push(_),s++}var yt=I===s,Ye=P===s}if(b.source!==void 0){
let h=b.source,P=s,I=s,De=s;if(typeof h=="string"){if(oe(h)<1){let _={instancePath:t+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:h};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/list/source",
schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:h};r===null?r=[_]:r.push(_),
s++}var Jr=I===s,Ye=P===s}}else{let fe={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:y.properties.list.type,parentSchema:y.properties.list,data:b};r===null?r=[fe]:r.push(fe),s++}var f=je===s}if(e.cancel!==void 0){let b=e.cancel,je=s,dt=s;
if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.method===void 0){let h={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",
params:{missingProperty:"method"},message:"must have required property 'method'",schema:y.properties.cancel.required,parentSchema:y.properties.cancel,data:b};r===
null?r=[h]:r.push(h),s++}if(b.path===void 0){let h={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:y.properties.cancel.required,parentSchema:y.properties.cancel,data:b};r===null?r=[h]:r.push(h),s++}if(b.
source===void 0){let h={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"source"},message:"must ha\
ve required property 'source'",schema:y.properties.cancel.required,parentSchema:y.properties.cancel,data:b};r===null?r=[h]:r.push(h),s++}let fe=s;for(let h in b)
if(!(h==="method"||h==="path"||h==="body"||h==="from"||h==="proves"||h==="source")){let P={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/additionalPr\
operties",keyword:"additionalProperties",params:{additionalProperty:h},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel,
data:b};r===null?r=[P]:r.push(P),s++}if(b.method!==void 0){let h=b.method,P=s,I=y.properties.cancel.properties.method.enum;if(!(h==="GET"||h==="POST"||h==="PUT"||
h==="DELETE")){let De={instancePath:t+"/cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:y.properties.
cancel.properties.method.enum},message:"must be equal to one of the allowed values",schema:y.properties.cancel.properties.method.enum,parentSchema:y.properties.
cancel.properties.method,data:h};r===null?r=[De]:r.push(De),s++}var Ht=P===s}if(b.path!==void 0){let h=b.path,P=s,I=s,De=s;if(typeof h=="string"){if(!Xt.test(h)){
let _={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,
data:h};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:We.type,parentSchema:We,data:h};r===null?r=[_]:r.push(_),s++}var jt=I===s,Ht=P===s}if(b.body!==void 0){let h=b.body,P=s;Nr(h,{instancePath:t+
"/cancel/body",parentData:b,parentDataProperty:"body",rootData:o,dynamicAnchors:i})||(r=r===null?Nr.errors:r.concat(Nr.errors),s=r.length);var Ht=P===s}if(b.from!==
void 0){let h=b.from,P=s,I=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.words===void 0){let _={instancePath:t+"/cancel/from",schemaPath:"#/properties/can\
cel/properties/from/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:y.properties.cancel.properties.
from.required,parentSchema:y.properties.cancel.properties.from,data:h};r===null?r=[_]:r.push(_),s++}if(h.source===void 0){let _={instancePath:t+"/cancel/from",schemaPath:"\
#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.
cancel.properties.from.required,parentSchema:y.properties.cancel.properties.from,data:h};r===null?r=[_]:r.push(_),s++}let B=s;for(let _ in h)if(!(_==="words"||_===
"source")){let O={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},
message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.from,data:h};r===null?r=[O]:r.push(O),s++}if(h.words!==void 0){
let _=h.words,O=s,se=s,_e=s;if(Array.isArray(_)){if(_.length<1){let tt={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItem\
s",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:kt,data:_};r===null?r=[tt]:r.push(tt),s++}let Pe=!0,Y=_.length;for(let tt=0;tt<
Y;tt++){let Te=_[tt],be=s,Ne=s;if(typeof Te=="string"){if(oe(Te)<1){let Tt={instancePath:t+"/cancel/from/words/"+tt,schemaPath:"#/$defs/words/items/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:kt.items,data:Te};r===null?r=[Tt]:r.push(Tt),s++}}else{let Tt={
instancePath:t+"/cancel/from/words/"+tt,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:kt.items.type,
parentSchema:kt.items,data:Te};r===null?r=[Tt]:r.push(Tt),s++}var zo=be===s;zo||(Pe=!1)}let C,Ke=_.length,nt;if(C=!0,Ke>1){let tt={};for(;Ke--;){let Te=_[Ke];if(typeof Te==
"string"){if(typeof tt[Te]=="number"){nt=tt[Te];let be={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{
i:Ke,j:nt},message:"must NOT have duplicate items (items ## "+nt+" and "+Ke+" are identical)",schema:!0,parentSchema:kt,data:_};r===null?r=[be]:r.push(be),s++,C=
!1;break}tt[Te]=Ke}}}}else{let Pe={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be arr\
ay",schema:kt.type,parentSchema:kt,data:_};r===null?r=[Pe]:r.push(Pe),s++}var bc=se===s,Co=O===s}if(h.source!==void 0){let _=h.source,O=s,se=s,_e=s;if(typeof _==
"string"){if(oe(_)<1){let Y={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:re,data:_};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs\
/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[Y]:r.push(Y),s++}var Th=se===s,Co=O===
s}}else{let B={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:y.properties.cancel.properties.from.type,parentSchema:y.properties.cancel.properties.from,data:h};r===null?r=[B]:r.push(B),s++}var Ht=P===s}if(b.proves!==
void 0){let h=b.proves,P=s,I=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(Object.keys(h).length<2){let _={instancePath:t+"/cancel/proves",schemaPath:"#/pro\
perties/cancel/properties/proves/minProperties",keyword:"minProperties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:y.
properties.cancel.properties.proves,data:h};r===null?r=[_]:r.push(_),s++}if(h.source===void 0){let _={instancePath:t+"/cancel/proves",schemaPath:"#/properties/c\
ancel/properties/proves/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.cancel.
properties.proves.required,parentSchema:y.properties.cancel.properties.proves,data:h};r===null?r=[_]:r.push(_),s++}let B=s;for(let _ in h)if(!(_==="answer"||_===
"query"||_==="source")){let O={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/additionalProperties",keyword:"additionalProper\
ties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.proves,data:h};r===null?
r=[O]:r.push(O),s++}if(h.answer!==void 0){let _=h.answer,O=s,se=s;if(_&&typeof _=="object"&&!Array.isArray(_)){if(_.at===void 0){let Pe={instancePath:t+"/cancel\
/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"at"},message:"must hav\
e required property 'at'",schema:y.properties.cancel.properties.proves.properties.answer.required,parentSchema:y.properties.cancel.properties.proves.properties.
answer,data:_};r===null?r=[Pe]:r.push(Pe),s++}if(_.words===void 0){let Pe={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/pro\
ves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:y.properties.cancel.properties.
proves.properties.answer.required,parentSchema:y.properties.cancel.properties.proves.properties.answer,data:_};r===null?r=[Pe]:r.push(Pe),s++}let _e=s;for(let Pe in _)
if(!(Pe==="at"||Pe==="words")){let Y={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/additionalPrope\
rties",keyword:"additionalProperties",params:{additionalProperty:Pe},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.
proves.properties.answer,data:_};r===null?r=[Y]:r.push(Y),s++}if(_.at!==void 0){let Pe=_.at,Y=s,C=s,Ke=s;if(typeof Pe=="string"){if(!rt.test(Pe)){let nt={instancePath:t+
"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]\
|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:Pe};r===null?r=[nt]:r.push(nt),s++}}else{let nt={instancePath:t+"/cancel/proves/answer/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:Pe};r===null?r=[nt]:r.push(nt),s++}var ma=C===
s,wc=Y===s}if(_.words!==void 0){let Pe=_.words,Y=s,C=s,Ke=s;if(Array.isArray(Pe)){if(Pe.length<1){let vt={instancePath:t+"/cancel/proves/answer/words",schemaPath:"\
#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:kt,data:Pe};r===null?r=[vt]:r.push(
vt),s++}let tt=!0,Te=Pe.length;for(let vt=0;vt<Te;vt++){let bt=Pe[vt],Gt=s,os=s;if(typeof bt=="string"){if(oe(bt)<1){let Cr={instancePath:t+"/cancel/proves/answ\
er/words/"+vt,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:kt.
items,data:bt};r===null?r=[Cr]:r.push(Cr),s++}}else{let Cr={instancePath:t+"/cancel/proves/answer/words/"+vt,schemaPath:"#/$defs/words/items/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:kt.items.type,parentSchema:kt.items,data:bt};r===null?r=[Cr]:r.push(Cr),s++}var Dr=Gt===s;Dr||(tt=!1)}let be,
Ne=Pe.length,Tt;if(be=!0,Ne>1){let vt={};for(;Ne--;){let bt=Pe[Ne];if(typeof bt=="string"){if(typeof vt[bt]=="number"){Tt=vt[bt];let Gt={instancePath:t+"/cancel\
/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:Ne,j:Tt},message:"must NOT have duplicate items (items ## "+Tt+" an\
d "+Ne+" are identical)",schema:!0,parentSchema:kt,data:Pe};r===null?r=[Gt]:r.push(Gt),s++,be=!1;break}vt[bt]=Ne}}}}else{let tt={instancePath:t+"/cancel/proves/\
answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:kt.type,parentSchema:kt,data:Pe};r===null?r=[tt]:
r.push(tt),s++}var Ah=C===s,wc=Y===s}}else{let _e={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/ty\
pe",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.properties.proves.properties.answer.type,parentSchema:y.properties.
cancel.properties.proves.properties.answer,data:_};r===null?r=[_e]:r.push(_e),s++}var Wo=O===s}if(h.query!==void 0){let _=h.query,O=s,se=s,_e=s;if(Array.isArray(
_)){if(_.length<1){let Te={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have \
fewer than 1 items",schema:1,parentSchema:kt,data:_};r===null?r=[Te]:r.push(Te),s++}let Y=!0,C=_.length;for(let Te=0;Te<C;Te++){let be=_[Te],Ne=s,Tt=s;if(typeof be==
"string"){if(oe(be)<1){let vt={instancePath:t+"/cancel/proves/query/"+Te,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:kt.items,data:be};r===null?r=[vt]:r.push(vt),s++}}else{let vt={instancePath:t+"/cancel/proves/query\
/"+Te,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:kt.items.type,parentSchema:kt.items,data:be};r===
null?r=[vt]:r.push(vt),s++}var Ko=Ne===s;Ko||(Y=!1)}let Ke,nt=_.length,tt;if(Ke=!0,nt>1){let Te={};for(;nt--;){let be=_[nt];if(typeof be=="string"){if(typeof Te[be]==
"number"){tt=Te[be];let Ne={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:nt,j:tt},message:"must \
NOT have duplicate items (items ## "+tt+" and "+nt+" are identical)",schema:!0,parentSchema:kt,data:_};r===null?r=[Ne]:r.push(Ne),s++,Ke=!1;break}Te[be]=nt}}}}else{
let Y={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:kt.type,parentSchema:kt,
data:_};r===null?r=[Y]:r.push(Y),s++}var jr=se===s,Wo=O===s}if(h.source!==void 0){let _=h.source,O=s,se=s,_e=s;if(typeof _=="string"){if(oe(_)<1){let Y={instancePath:t+
"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:_};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[Y]:r.push(Y),s++}var Nh=se===s,Wo=O===s}}else{let B={instancePath:t+"/cancel/proves",
schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.properties.proves.
type,parentSchema:y.properties.cancel.properties.proves,data:h};r===null?r=[B]:r.push(B),s++}var Ht=P===s}if(b.source!==void 0){let h=b.source,P=s,I=s,De=s;if(typeof h==
"string"){if(oe(h)<1){let _={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:re,data:h};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:h};r===null?r=[_]:r.push(_),s++}var Rh=I===s,Ht=P===s}}else{
let fe={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.
type,parentSchema:y.properties.cancel,data:b};r===null?r=[fe]:r.push(fe),s++}var f=je===s}if(e.status!==void 0){let b=e.status,je=s,dt=s;if(b&&typeof b=="object"&&
!Array.isArray(b)){if(b.at===void 0){let h={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:y.properties.status.required,parentSchema:y.properties.status,data:b};r===null?r=[h]:r.push(h),s++}if(b.states===
void 0){let h={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have requir\
ed property 'states'",schema:y.properties.status.required,parentSchema:y.properties.status,data:b};r===null?r=[h]:r.push(h),s++}if(b.source===void 0){let h={instancePath:t+
"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.
properties.status.required,parentSchema:y.properties.status,data:b};r===null?r=[h]:r.push(h),s++}let fe=s;for(let h in b)if(!(h==="at"||h==="states"||h==="as"||
h==="absent"||h==="cases"||h==="source")){let P={instancePath:t+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:h},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.status,data:b};r===null?r=[P]:r.push(P),s++}if(b.at!==void 0){
let h=b.at,P=s,I=s,De=s;if(typeof h=="string"){if(!rt.test(h)){let B={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:h};r===null?r=[B]:r.push(B),
s++}}else{let B={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,
data:h};r===null?r=[B]:r.push(B),s++}var Eh=I===s,br=P===s}if(b.states!==void 0){let h=b.states,P=s,I=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(Object.keys(
h).length<1){let _={instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:y.properties.status.properties.states,data:h};r===null?r=[_]:r.push(_),s++}let B=s;for(let _ in h){
let O=h[_],se=s,_e=s,Pe=Qt.enum;if(!(O==="queued"||O==="processing"||O==="completed"||O==="failed"||O==="expired"||O==="cancelled"||O==="unknown")){let Y={instancePath:t+
"/status/states/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Qt.enum},message:"must be equal \
to one of the allowed values",schema:Qt.enum,parentSchema:Qt,data:O};r===null?r=[Y]:r.push(Y),s++}var Ih=_e===s,Os=se===s}}else{let B={instancePath:t+"/status/s\
tates",schemaPath:"#/properties/status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.status.properties.
states.type,parentSchema:y.properties.status.properties.states,data:h};r===null?r=[B]:r.push(B),s++}var br=P===s}if(b.as!==void 0){let h=b.as,P=s,I=y.properties.
status.properties.as.enum;if(!(h==="number"||h==="boolean")){let B={instancePath:t+"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enu\
m",params:{allowedValues:y.properties.status.properties.as.enum},message:"must be equal to one of the allowed values",schema:y.properties.status.properties.as.enum,
parentSchema:y.properties.status.properties.as,data:h};r===null?r=[B]:r.push(B),s++}var br=P===s}if(b.absent!==void 0){let h=b.absent,P=s,I=s,De=Qt.enum;if(!(h===
"queued"||h==="processing"||h==="completed"||h==="failed"||h==="expired"||h==="cancelled"||h==="unknown")){let _={instancePath:t+"/status/absent",schemaPath:"#/\
$defs/state/enum",keyword:"enum",params:{allowedValues:Qt.enum},message:"must be equal to one of the allowed values",schema:Qt.enum,parentSchema:Qt,data:h};r===
null?r=[_]:r.push(_),s++}var Mh=I===s,br=P===s}if(b.cases!==void 0){let h=b.cases,P=s,I=s;if(Array.isArray(h)){if(h.length<1){let O={instancePath:t+"/status/cas\
es",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:y.
properties.status.properties.cases,data:h};r===null?r=[O]:r.push(O),s++}let B=!0,_=h.length;for(let O=0;O<_;O++){let se=h[O],_e=s,Pe=s;if(se&&typeof se=="object"&&
!Array.isArray(se)){if(se.when===void 0){let C={instancePath:t+"/status/cases/"+O,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"requ\
ired",params:{missingProperty:"when"},message:"must have required property 'when'",schema:y.properties.status.properties.cases.items.required,parentSchema:y.properties.
status.properties.cases.items,data:se};r===null?r=[C]:r.push(C),s++}if(se.means===void 0){let C={instancePath:t+"/status/cases/"+O,schemaPath:"#/properties/stat\
us/properties/cases/items/required",keyword:"required",params:{missingProperty:"means"},message:"must have required property 'means'",schema:y.properties.status.
properties.cases.items.required,parentSchema:y.properties.status.properties.cases.items,data:se};r===null?r=[C]:r.push(C),s++}let Y=s;for(let C in se)if(!(C==="\
when"||C==="means")){let Ke={instancePath:t+"/status/cases/"+O,schemaPath:"#/properties/status/properties/cases/items/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:C},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.status.properties.cases.items,data:se};
r===null?r=[Ke]:r.push(Ke),s++}if(se.when!==void 0){let C=se.when,Ke=s,nt=s;if(Array.isArray(C)){if(C.length<1){let be={instancePath:t+"/status/cases/"+O+"/when",
schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",
schema:1,parentSchema:y.properties.status.properties.cases.items.properties.when,data:C};r===null?r=[be]:r.push(be),s++}let tt=!0,Te=C.length;for(let be=0;be<Te;be++){
let Ne=C[be],Tt=s,vt=s,bt=s,Gt=!1,os=null,Cr=s;if(Ne&&typeof Ne=="object"&&!Array.isArray(Ne)&&Ne.is===void 0){let Wt={instancePath:t+"/status/cases/"+O+"/when/"+
be,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"is"},message:"must\
 have required property 'is'",schema:y.properties.status.properties.cases.items.properties.when.items.oneOf[0].required,parentSchema:y.properties.status.properties.
cases.items.properties.when.items.oneOf[0],data:Ne};r===null?r=[Wt]:r.push(Wt),s++}var Tr=Cr===s;Tr&&(Gt=!0,os=0);let un=s;if(Ne&&typeof Ne=="object"&&!Array.isArray(
Ne)&&Ne.present===void 0){let Wt={instancePath:t+"/status/cases/"+O+"/when/"+be,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/one\
Of/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property 'present'",schema:y.properties.status.properties.cases.
items.properties.when.items.oneOf[1].required,parentSchema:y.properties.status.properties.cases.items.properties.when.items.oneOf[1],data:Ne};r===null?r=[Wt]:r.
push(Wt),s++}var Tr=un===s;if(Tr&&Gt?(Gt=!1,os=[os,1]):Tr&&(Gt=!0,os=1),Gt)s=bt,r!==null&&(bt?r.length=bt:r=null);else{let Wt={instancePath:t+"/status/cases/"+O+
"/when/"+be,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:os},message:"must match e\
xactly one schema in oneOf",schema:y.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:y.properties.status.properties.cases.items.
properties.when.items,data:Ne};r===null?r=[Wt]:r.push(Wt),s++}if(Ne&&typeof Ne=="object"&&!Array.isArray(Ne)){if(Ne.at===void 0){let wt={instancePath:t+"/status\
/cases/"+O+"/when/"+be,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:y.properties.status.properties.cases.items.properties.when.items.required,parentSchema:y.properties.status.properties.cases.
items.properties.when.items,data:Ne};r===null?r=[wt]:r.push(wt),s++}let Wt=s;for(let wt in Ne)if(!(wt==="at"||wt==="is"||wt==="present")){let vr={instancePath:t+
"/status/cases/"+O+"/when/"+be,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:wt},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.status.properties.cases.items.properties.when.items,
data:Ne};r===null?r=[vr]:r.push(vr),s++}if(Ne.at!==void 0){let wt=Ne.at,vr=s,is=s,m=s;if(typeof wt=="string"){if(!rt.test(wt)){let ye={instancePath:t+"/status/c\
ases/"+O+"/when/"+be+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]\
|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:wt};r===null?r=[ye]:r.push(ye),s++}}else{let ye={instancePath:t+"/status/cases/"+O+"/when/"+be+"\
/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:wt};r===null?r=[ye]:r.push(
ye),s++}var Lh=is===s,Ho=vr===s}if(Ne.is!==void 0){let wt=Ne.is,vr=s,is=s;if(Array.isArray(wt)){if(wt.length<1){let ye={instancePath:t+"/status/cases/"+O+"/when\
/"+be+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"mu\
st NOT have fewer than 1 items",schema:1,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.is,data:wt};r===null?r=[ye]:r.
push(ye),s++}}else{let ye={instancePath:t+"/status/cases/"+O+"/when/"+be+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/prop\
erties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.status.properties.cases.items.properties.when.items.properties.
is.type,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.is,data:wt};r===null?r=[ye]:r.push(ye),s++}var Ho=vr===s}if(Ne.
present!==void 0){let wt=Ne.present,vr=s;if(typeof wt!="boolean"){let ye={instancePath:t+"/status/cases/"+O+"/when/"+be+"/present",schemaPath:"#/properties/stat\
us/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:y.properties.status.
properties.cases.items.properties.when.items.properties.present.type,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.present,
data:wt};r===null?r=[ye]:r.push(ye),s++}let is=s;var Ho=vr===s}}else{let Wt={instancePath:t+"/status/cases/"+O+"/when/"+be,schemaPath:"#/properties/status/prope\
rties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.status.properties.cases.items.properties.
when.items.type,parentSchema:y.properties.status.properties.cases.items.properties.when.items,data:Ne};r===null?r=[Wt]:r.push(Wt),s++}var vc=Tt===s;vc||(tt=!1)}}else{
let tt={instancePath:t+"/status/cases/"+O+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/type",keyword:"type",params:{type:"arra\
y"},message:"must be array",schema:y.properties.status.properties.cases.items.properties.when.type,parentSchema:y.properties.status.properties.cases.items.properties.
when,data:C};r===null?r=[tt]:r.push(tt),s++}var kc=Ke===s}if(se.means!==void 0){let C=se.means,Ke=s,nt=s,tt=Qt.enum;if(!(C==="queued"||C==="processing"||C==="co\
mpleted"||C==="failed"||C==="expired"||C==="cancelled"||C==="unknown")){let be={instancePath:t+"/status/cases/"+O+"/means",schemaPath:"#/$defs/state/enum",keyword:"\
enum",params:{allowedValues:Qt.enum},message:"must be equal to one of the allowed values",schema:Qt.enum,parentSchema:Qt,data:C};r===null?r=[be]:r.push(be),s++}
var fa=nt===s,kc=Ke===s}}else{let Y={instancePath:t+"/status/cases/"+O,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:y.properties.status.properties.cases.items.type,parentSchema:y.properties.status.properties.cases.items,data:se};r===null?
r=[Y]:r.push(Y),s++}var on=_e===s;on||(B=!1)}}else{let B={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:y.properties.status.properties.cases.type,parentSchema:y.properties.status.properties.cases,data:h};r===null?r=[B]:
r.push(B),s++}var br=P===s}if(b.source!==void 0){let h=b.source,P=s,I=s,De=s;if(typeof h=="string"){if(oe(h)<1){let _={instancePath:t+"/status/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:h};r===null?r=[_]:r.
push(_),s++}}else{let _={instancePath:t+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:h};r===null?r=[_]:r.push(_),s++}var Fh=I===s,br=P===s}}else{let fe={instancePath:t+"/status",schemaPath:"#/properties/status/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:y.properties.status.type,parentSchema:y.properties.status,data:b};r===null?r=[fe]:r.push(fe),s++}var f=je===
s}if(e.progress!==void 0){let b=e.progress,je=s,dt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.at===void 0){let h={instancePath:t+"/progress",schemaPath:"\
#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:y.properties.progress.required,
parentSchema:y.properties.progress,data:b};r===null?r=[h]:r.push(h),s++}if(b.of===void 0){let h={instancePath:t+"/progress",schemaPath:"#/properties/progress/re\
quired",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:y.properties.progress.required,parentSchema:y.properties.
progress,data:b};r===null?r=[h]:r.push(h),s++}if(b.source===void 0){let h={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"requi\
red",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.progress.required,parentSchema:y.properties.progress,data:b};
r===null?r=[h]:r.push(h),s++}let fe=s;for(let h in b)if(!(h==="at"||h==="of"||h==="source")){let P={instancePath:t+"/progress",schemaPath:"#/properties/progress\
/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.
progress,data:b};r===null?r=[P]:r.push(P),s++}if(b.at!==void 0){let h=b.at,P=s,I=s,De=s;if(typeof h=="string"){if(!rt.test(h)){let B={instancePath:t+"/progress/\
at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^\
(/([^/~]|~[01])+)+$",parentSchema:X,data:h};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:h};r===null?r=[B]:r.push(B),s++}var Vh=I===s,wr=P===s}if(b.of!==void 0){let h=b.
of,P=s,I=s;if(typeof h=="number"){if(h<=0||isNaN(h)){let B={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinimum",keyword:"\
exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:y.properties.progress.properties.of,data:h};r===null?r=[B]:r.push(
B),s++}}else{let B={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"must be n\
umber",schema:y.properties.progress.properties.of.type,parentSchema:y.properties.progress.properties.of,data:h};r===null?r=[B]:r.push(B),s++}var wr=P===s}if(b.source!==
void 0){let h=b.source,P=s,I=s,De=s;if(typeof h=="string"){if(oe(h)<1){let _={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/minLength",keyword:"m\
inLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:h};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+
"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:h};r===null?
r=[_]:r.push(_),s++}var Pc=I===s,wr=P===s}}else{let fe={instancePath:t+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:y.properties.progress.type,parentSchema:y.properties.progress,data:b};r===null?r=[fe]:r.push(fe),s++}var f=je===s}if(e.results!==
void 0){let b=e.results,je=s;ps(b,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(r=r===null?ps.errors:r.concat(
ps.errors),s=r.length);var f=je===s}if(e.message!==void 0){let b=e.message,je=s;xt(b,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,
dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var f=je===s}if(e.code!==void 0){let b=e.code,je=s;xt(b,{instancePath:t+"/code",parentData:e,
parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var f=je===s}if(e.seconds!==void 0){let b=e.seconds,
je=s,dt=s,zr=s;if(typeof b=="string"){if(!rt.test(b)){let h={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^\
(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:b};r===null?r=[h]:r.push(h),s++}}else{
let h={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:b};
r===null?r=[h]:r.push(h),s++}var Uh=dt===s,f=je===s}if(e.secondsAs!==void 0){let b=e.secondsAs,je=s;if(b!=="string"){let zr={instancePath:t+"/secondsAs",schemaPath:"\
#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:y.properties.secondsAs,
data:b};r===null?r=[zr]:r.push(zr),s++}var f=je===s}if(e.usage!==void 0){let b=e.usage,je=s,dt=s;if(Array.isArray(b)){let fe=!0,h=b.length;for(let P=0;P<h;P++){
let I=b[P],De=s,B=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.at===void 0){let O={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/requir\
ed",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:y.properties.usage.items.required,parentSchema:y.properties.
usage.items,data:I};r===null?r=[O]:r.push(O),s++}if(I.unit===void 0){let O={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"r\
equired",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:y.properties.usage.items.required,parentSchema:y.properties.usage.items,
data:I};r===null?r=[O]:r.push(O),s++}if(I.source===void 0){let O={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.usage.items.required,parentSchema:y.properties.usage.items,data:I};
r===null?r=[O]:r.push(O),s++}let _=s;for(let O in I)if(!(O==="at"||O==="unit"||O==="source")){let se={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/\
items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:O},message:"must NOT have additional properties",schema:!1,parentSchema:y.
properties.usage.items,data:I};r===null?r=[se]:r.push(se),s++}if(I.at!==void 0){let O=I.at,se=s,_e=s,Pe=s;if(typeof O=="string"){if(!rt.test(O)){let Y={instancePath:t+
"/usage/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)\
+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:O};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/usage/"+P+"/at",schemaPath:"#/$defs/pointer\
/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:O};r===null?r=[Y]:r.push(Y),s++}var Jh=_e===s,pn=se===s}
if(I.unit!==void 0){let O=I.unit,se=s,_e=s;if(typeof O=="string"){if(oe(O)<1){let Y={instancePath:t+"/usage/"+P+"/unit",schemaPath:"#/properties/usage/items/pro\
perties/unit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.usage.items.properties.
unit,data:O};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/usage/"+P+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:y.properties.usage.items.properties.unit.type,parentSchema:y.properties.usage.items.properties.unit,data:O};
r===null?r=[Y]:r.push(Y),s++}var pn=se===s}if(I.source!==void 0){let O=I.source,se=s,_e=s,Pe=s;if(typeof O=="string"){if(oe(O)<1){let C={instancePath:t+"/usage/"+
P+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:O};r===null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+"/usage/"+P+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:O};r===null?r=[C]:r.push(C),s++}var $c=_e===s,pn=se===s}}else{let _={instancePath:t+"/usage/"+P,schemaPath:"\
#/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.usage.items.type,parentSchema:y.properties.usage.
items,data:I};r===null?r=[_]:r.push(_),s++}var Sc=De===s;Sc||(fe=!1)}}else{let fe={instancePath:t+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:y.properties.usage.type,parentSchema:y.properties.usage,data:b};r===null?r=[fe]:r.push(fe),s++}var f=je===s}if(e.told!==
void 0){let b=e.told,je=s,dt=s;if(Array.isArray(b)){let fe=!0,h=b.length;for(let P=0;P<h;P++){let I=b[P],De=s,B=s,_=s,O=!1,se=null,_e=s;if(I&&typeof I=="object"&&
!Array.isArray(I)&&I.link===void 0){let Y={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
link"},message:"must have required property 'link'",schema:y.properties.told.items.oneOf[0].required,parentSchema:y.properties.told.items.oneOf[0],data:I};r===null?
r=[Y]:r.push(Y),s++}var Bt=_e===s;Bt&&(O=!0,se=0);let Pe=s;if(I&&typeof I=="object"&&!Array.isArray(I)&&I.constant===void 0){let Y={instancePath:t+"/told/"+P,schemaPath:"\
#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:y.properties.
told.items.oneOf[1].required,parentSchema:y.properties.told.items.oneOf[1],data:I};r===null?r=[Y]:r.push(Y),s++}var Bt=Pe===s;if(Bt&&O)O=!1,se=[se,1];else{Bt&&(O=
!0,se=1);let Y=s;if(I&&typeof I=="object"&&!Array.isArray(I)&&I.fact===void 0){let Ke={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/oneOf/2/req\
uired",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:y.properties.told.items.oneOf[2].required,parentSchema:y.
properties.told.items.oneOf[2],data:I};r===null?r=[Ke]:r.push(Ke),s++}var Bt=Y===s;Bt&&O?(O=!1,se=[se,2]):Bt&&(O=!0,se=2)}if(O)s=_,r!==null&&(_?r.length=_:r=null);else{
let Y={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:se},message:"must match exactly one schema in\
 oneOf",schema:y.properties.told.items.oneOf,parentSchema:y.properties.told.items,data:I};r===null?r=[Y]:r.push(Y),s++}if(I&&typeof I=="object"&&!Array.isArray(
I)){if(I.at===void 0){let C={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"m\
ust have required property 'at'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,data:I};r===null?r=[C]:r.push(C),s++}if(I.in===void 0){
let C={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"in"},message:"must have required prop\
erty 'in'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,data:I};r===null?r=[C]:r.push(C),s++}if(I.source===void 0){let C={instancePath:t+
"/told/"+P,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.
properties.told.items.required,parentSchema:y.properties.told.items,data:I};r===null?r=[C]:r.push(C),s++}let Y=s;for(let C in I)if(!(C==="at"||C==="in"||C==="li\
nk"||C==="constant"||C==="fact"||C==="source")){let Ke={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:C},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.told.items,data:I};r===null?r=[Ke]:r.
push(Ke),s++}if(I.at!==void 0){let C=I.at,Ke=s,nt=s,tt=s;if(typeof C=="string"){if(!rt.test(C)){let Te={instancePath:t+"/told/"+P+"/at",schemaPath:"#/$defs/poin\
ter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,
data:C};r===null?r=[Te]:r.push(Te),s++}}else{let Te={instancePath:t+"/told/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:X.type,parentSchema:X,data:C};r===null?r=[Te]:r.push(Te),s++}var Dh=nt===s,ha=Ke===s}if(I.in!==void 0){let C=I.in,Ke=s,nt=y.properties.told.
items.properties.in.enum;if(!(C==="submit"||C==="query"||C==="both")){let Te={instancePath:t+"/told/"+P+"/in",schemaPath:"#/properties/told/items/properties/in/\
enum",keyword:"enum",params:{allowedValues:y.properties.told.items.properties.in.enum},message:"must be equal to one of the allowed values",schema:y.properties.
told.items.properties.in.enum,parentSchema:y.properties.told.items.properties.in,data:C};r===null?r=[Te]:r.push(Te),s++}var ha=Ke===s}if(I.link!==void 0){let C=I.
link,Ke=s,nt=s;if(C&&typeof C=="object"&&!Array.isArray(C)){if(C.path===void 0){let be={instancePath:t+"/told/"+P+"/link",schemaPath:"#/properties/told/items/pr\
operties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.told.items.properties.
link.required,parentSchema:y.properties.told.items.properties.link,data:C};r===null?r=[be]:r.push(be),s++}let Te=s;for(let be in C)if(be!=="path"){let Ne={instancePath:t+
"/told/"+P+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:be},message:"\
must NOT have additional properties",schema:!1,parentSchema:y.properties.told.items.properties.link,data:C};r===null?r=[Ne]:r.push(Ne),s++}if(C.path!==void 0){let be=C.
path,Ne=s,Tt=s,vt=s;if(typeof be=="string"){if(!Xt.test(be)){let bt={instancePath:t+"/told/"+P+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",
params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:be};r===null?r=[bt]:r.push(bt),s++}}else{let bt={instancePath:t+"/told/"+
P+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:be};r===null?r=
[bt]:r.push(bt),s++}var zh=Tt===s,cn=Ne===s}}else{let Te={instancePath:t+"/told/"+P+"/link",schemaPath:"#/properties/told/items/properties/link/type",keyword:"t\
ype",params:{type:"object"},message:"must be object",schema:y.properties.told.items.properties.link.type,parentSchema:y.properties.told.items.properties.link,data:C};
r===null?r=[Te]:r.push(Te),s++}var ha=Ke===s}if(I.fact!==void 0){let C=I.fact,Ke=s,nt=y.properties.told.items.properties.fact.enum;if(!(C==="id"||C==="model"||C===
"created")){let Te={instancePath:t+"/told/"+P+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:y.properties.
told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:y.properties.told.items.properties.fact.enum,parentSchema:y.properties.
told.items.properties.fact,data:C};r===null?r=[Te]:r.push(Te),s++}var ha=Ke===s}if(I.source!==void 0){let C=I.source,Ke=s,nt=s,tt=s;if(typeof C=="string"){if(oe(
C)<1){let be={instancePath:t+"/told/"+P+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:re,data:C};r===null?r=[be]:r.push(be),s++}}else{let be={instancePath:t+"/told/"+P+"/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:C};r===null?r=[be]:r.push(be),s++}var js=nt===s,ha=Ke===s}}else{
let Y={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.told.
items.type,parentSchema:y.properties.told.items,data:I};r===null?r=[Y]:r.push(Y),s++}var _c=De===s;_c||(fe=!1)}}else{let fe={instancePath:t+"/told",schemaPath:"\
#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.told.type,parentSchema:y.properties.told,data:b};r===null?
r=[fe]:r.push(fe),s++}var f=je===s}let Ch;if(e.list!==void 0){if(e.id===void 0){let b={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequire\
d",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:y.dependentRequired,
parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}if(e.query===void 0){let b={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{
property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:y.dependentRequired,
parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}}}else{let dn={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:y.type,parentSchema:y,data:e};r===null?r=[dn]:r.push(dn),s++}return Mt.errors=r,s===0}Mt.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function ln(e,{
instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=ln.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&
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
r=[m]:r.push(m),s++}let is=s;for(let m in e)if(!ba.call(c.properties,m)){let ye={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:m},message:"must NOT have additional properties",schema:!1,parentSchema:c,data:e};r===null?r=[ye]:r.push(ye),s++}if(e.$schema!==void 0){
let m=e.$schema,ye=s;if(typeof m!="string"){let cr={instancePath:t+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:c.properties.$schema.type,parentSchema:c.properties.$schema,data:m};r===null?r=[cr]:r.push(cr),s++}let St=s;var u=ye===s}if(e.$comment!==
void 0){let m=e.$comment,ye=s,St=s,cr=s;if(typeof m=="string"){if(oe(m)<1){let d={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Rr,data:m};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Rr.type,parentSchema:Rr,data:m};r===null?r=[
d]:r.push(d),s++}var f=St===s,u=ye===s}if(e.protocol!==void 0){let m=e.protocol,ye=s,St=s;if(typeof m=="string"){if(!Oc.test(m)){let ee={instancePath:t+"/protoc\
ol",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^\
[a-z][a-z0-9-]*$",parentSchema:c.properties.protocol,data:m};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/protocol",schemaPath:"#/properties/pr\
otocol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.protocol.type,parentSchema:c.properties.protocol,data:m};r===null?
r=[ee]:r.push(ee),s++}var u=ye===s}if(e.title!==void 0){let m=e.title,ye=s,St=s;if(typeof m=="string"){if(oe(m)<1){let ee={instancePath:t+"/title",schemaPath:"#\
/properties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.title,data:m};
r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:c.properties.title.type,parentSchema:c.properties.title,data:m};r===null?r=[ee]:r.push(ee),s++}var u=ye===s}if(e.description!==void 0){let m=e.description,
ye=s,St=s;if(typeof m=="string"){if(oe(m)<1){let ee={instancePath:t+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.description,data:m};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+
"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.description.type,parentSchema:c.
properties.description,data:m};r===null?r=[ee]:r.push(ee),s++}var u=ye===s}if(e.sources!==void 0){let m=e.sources,ye=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(
m)){if(Object.keys(m).length<1){let d={instancePath:t+"/sources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.sources,data:m};r===null?r=[d]:r.push(d),s++}let ee=s;for(let d in m){let A=m[d],ae=s,
we=s,K=!1,w=null,V=s,te=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.package===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required \
property 'package'",schema:c.properties.sources.additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:A};r===
null?r=[v]:r.push(v),s++}if(A.version===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/addi\
tionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"must have required property 'version'",schema:c.properties.sources.
additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:A};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in A)
if(!(v==="package"||v==="version")){let M={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProper\
ties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.sources.additionalProperties.oneOf[0],data:A};r===null?r=[M]:r.push(M),s++}if(A.package!==void 0){let v=A.package,M=s,D=s;if(typeof v=="string"){if(oe(
v)<1){let R={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/proper\
ties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.sources.additionalProperties.
oneOf[0].properties.package,data:v};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/package/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.package.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.package,data:v};r===null?r=[R]:
r.push(R),s++}var k=M===s}if(A.version!==void 0){let v=A.version,M=s,D=s;if(typeof v=="string"){if(!Qh.test(v)){let U={instancePath:t+"/sources/"+d.replace(/~/g,
"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"\
^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:c.properties.sources.additionalProperties.oneOf[0].
properties.version,data:v};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/version/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.version.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.version,data:v};r===null?r=[U]:
r.push(U),s++}var k=M===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties\
/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[0].type,parentSchema:c.properties.
sources.additionalProperties.oneOf[0],data:A};r===null?r=[g]:r.push(g),s++}var x=V===s;if(x){K=!0,w=0;var S=!0}let Z=s,$=s;if(A&&typeof A=="object"&&!Array.isArray(
A)){if(A.document===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/one\
Of/1/required",keyword:"required",params:{missingProperty:"document"},message:"must have required property 'document'",schema:c.properties.sources.additionalProperties.
oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[v]:r.push(v),s++}if(A.url===void 0){let v={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"\
url"},message:"must have required property 'url'",schema:c.properties.sources.additionalProperties.oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.
oneOf[1],data:A};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in A)if(!(v==="document"||v==="url")){let M={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[M]:r.push(M),s++}if(A.document!==
void 0){let v=A.document,M=s,D=s;if(typeof v=="string"){if(oe(v)<1){let R={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.document,data:v};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.oneOf[1].properties.document.type,parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.document,data:v};r===null?r=[R]:r.push(R),s++}var j=M===s}if(A.url!==void 0){let v=A.url,M=s,D=s;if(typeof v=="\
string"){if(!jc.test(v)){let U={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties\
/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.url,data:v};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,
"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.
properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.url,data:v};r===
null?r=[U]:r.push(U),s++}var j=M===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additiona\
lProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[1].type,parentSchema:c.
properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[g]:r.push(g),s++}var x=Z===s;if(x&&K?(K=!1,w=[w,1]):x&&(K=!0,w=1,S!==!0&&(S=!0)),K)s=we,r!==
null&&(we?r.length=we:r=null);else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropert\
ies/oneOf",keyword:"oneOf",params:{passingSchemas:w},message:"must match exactly one schema in oneOf",schema:c.properties.sources.additionalProperties.oneOf,parentSchema:c.
properties.sources.additionalProperties,data:A};r===null?r=[g]:r.push(g),s++}var N=ae===s}}else{let ee={instancePath:t+"/sources",schemaPath:"#/properties/sourc\
es/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.type,parentSchema:c.properties.sources,data:m};r===null?r=[ee]:
r.push(ee),s++}var u=ye===s}if(e.baseUrl!==void 0){let m=e.baseUrl,ye=s,St=s;if(typeof m=="string"){if(!Xh.test(m)){let ee={instancePath:t+"/baseUrl",schemaPath:"\
#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^h\
ttps://[^/]+(/.*[^/])?$",parentSchema:c.properties.baseUrl,data:m};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/baseUrl",schemaPath:"#/properti\
es/baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.baseUrl.type,parentSchema:c.properties.baseUrl,data:m};r===null?
r=[ee]:r.push(ee),s++}var u=ye===s}if(e.authentication!==void 0){let m=e.authentication,ye=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.in===void 0){
let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"in"},message:"must have re\
quired property 'in'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:m};r===null?r=[d]:r.push(d),s++}if(m.name===void 0){
let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"name"},message:"must have \
required property 'name'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:m};r===null?r=[d]:r.push(d),s++}if(m.source===
void 0){let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:m};r===null?r=[d]:r.push(d),s++}
let ee=s;for(let d in m)if(!(d==="in"||d==="name"||d==="prefix"||d==="token"||d==="source")){let A={instancePath:t+"/authentication",schemaPath:"#/properties/au\
thentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.authentication,data:m};r===null?r=[A]:r.push(A),s++}if(m.in!==void 0){let d=m.in,A=s,ae=c.properties.authentication.properties.in.enum;if(d!=="header"){
let we={instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{allowedValues:c.properties.authentication.
properties.in.enum},message:"must be equal to one of the allowed values",schema:c.properties.authentication.properties.in.enum,parentSchema:c.properties.authentication.
properties.in,data:d};r===null?r=[we]:r.push(we),s++}var E=A===s}if(m.name!==void 0){let d=m.name,A=s,ae=s;if(typeof d=="string"){if(!As.test(d)){let K={instancePath:t+
"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must mat\
ch pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[K]:r.push(K),s++}}else{let K={
instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:c.properties.authentication.properties.name.type,parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[K]:r.push(K),s++}var E=A===
s}if(m.prefix!==void 0){let d=m.prefix,A=s;if(typeof d!="string"){let K={instancePath:t+"/authentication/prefix",schemaPath:"#/properties/authentication/propert\
ies/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.prefix.type,parentSchema:c.properties.
authentication.properties.prefix,data:d};r===null?r=[K]:r.push(K),s++}let ae=s;var E=A===s}if(m.token!==void 0){let d=m.token,A=s,ae=s,we=!1,K=null,w=s,V=s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/\
oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.
oneOf[0].required,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[v]:r.push(v),s++}if(d.seconds===void 0){let v={instancePath:t+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:c.properties.authentication.properties.token.oneOf[0].required,parentSchema:c.properties.authentication.properties.
token.oneOf[0],data:d};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in d)if(!(v==="by"||v==="seconds"||v==="backdateSeconds")){let M={instancePath:t+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[M]:r.push(M),s++}
if(d.by!==void 0){let v=d.by,M=s;if(v!=="jwt-hs256"){let D={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/o\
neOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",schema:"jwt-hs256",parentSchema:c.properties.authentication.
properties.token.oneOf[0].properties.by,data:v};r===null?r=[D]:r.push(D),s++}var de=M===s}if(d.seconds!==void 0){let v=d.seconds,M=s;if(!(typeof v=="number"&&!(v%
1)&&!isNaN(v))){let U={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.token.oneOf[0].properties.seconds.type,parentSchema:c.
properties.authentication.properties.token.oneOf[0].properties.seconds,data:v};r===null?r=[U]:r.push(U),s++}let D=s;if(typeof v=="number"){if(v>86400||isNaN(v)){
let U={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/maximum",keyword:"maxi\
mum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.
seconds,data:v};r===null?r=[U]:r.push(U),s++}if(v<10||isNaN(v)){let U={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/pr\
operties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"must be >= 10",schema:10,parentSchema:c.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:v};r===null?r=[U]:r.push(U),s++}}var de=M===s}if(d.backdateSeconds!==void 0){let v=d.backdateSeconds,
M=s;if(!(typeof v=="number"&&!(v%1)&&!isNaN(v))){let U={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.
token.oneOf[0].properties.backdateSeconds.type,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===null?r=
[U]:r.push(U),s++}let D=s;if(typeof v=="number"){if(v>3600||isNaN(v)){let U={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/aut\
hentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,
parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===null?r=[U]:r.push(U),s++}if(v<0||isNaN(v)){let U={instancePath:t+
"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===
null?r=[U]:r.push(U),s++}}var de=M===s}}else{let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.token.oneOf[0].type,parentSchema:c.properties.authentication.
properties.token.oneOf[0],data:d};r===null?r=[g]:r.push(g),s++}var F=w===s;if(F){we=!0,K=0;var J=!0}let te=s,Z=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.
by===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.
authentication.properties.token.oneOf[1],data:d};r===null?r=[v]:r.push(v),s++}if(d.scope===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/p\
roperties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"scope"},message:"must have required property 'scope'",schema:c.
properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[v]:r.push(v),
s++}let g=s;for(let v in d)if(!(v==="by"||v==="scope")){let M={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[M]:r.push(M),s++}if(d.by!==void 0){let v=d.by,M=s;if(v!=="google-service-account"){let D={
instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:c.properties.authentication.properties.token.oneOf[1].
properties.by,data:v};r===null?r=[D]:r.push(D),s++}var W=M===s}if(d.scope!==void 0){let v=d.scope,M=s,D=s;if(typeof v=="string"){if(oe(v)<1){let U={instancePath:t+
"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.authentication.properties.token.oneOf[1].properties.scope,data:v};r===null?r=
[U]:r.push(U),s++}}else{let U={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[1].properties.scope.type,parentSchema:c.
properties.authentication.properties.token.oneOf[1].properties.scope,data:v};r===null?r=[U]:r.push(U),s++}var W=M===s}}else{let g={instancePath:t+"/authenticati\
on/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
authentication.properties.token.oneOf[1].type,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[g]:r.push(g),s++}var F=te===
s;if(F&&we)we=!1,K=[K,1];else{F&&(we=!0,K=1,J!==!0&&(J=!0));let g=s,v=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let R={instancePath:t+"/a\
uthentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must h\
ave required property 'by'",schema:c.properties.authentication.properties.token.oneOf[2].required,parentSchema:c.properties.authentication.properties.token.oneOf[2],
data:d};r===null?r=[R]:r.push(R),s++}if(d.service===void 0){let R={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/tok\
en/oneOf/2/required",keyword:"required",params:{missingProperty:"service"},message:"must have required property 'service'",schema:c.properties.authentication.properties.
token.oneOf[2].required,parentSchema:c.properties.authentication.properties.token.oneOf[2],data:d};r===null?r=[R]:r.push(R),s++}let D=s;for(let R in d)if(!(R===
"by"||R==="service")){let U={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.
token.oneOf[2],data:d};r===null?r=[U]:r.push(U),s++}if(d.by!==void 0){let R=d.by,U=s;if(R!=="aws-sigv4"){let H={instancePath:t+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"aws-sigv4"},message:"must be equal to constant",
schema:"aws-sigv4",parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.by,data:R};r===null?r=[H]:r.push(H),s++}var me=U===s}if(d.service!==
void 0){let R=d.service,U=s,H=s;if(typeof R=="string"){if(!Oc.test(R)){let Ie={instancePath:t+"/authentication/token/service",schemaPath:"#/properties/authentic\
ation/properties/token/oneOf/2/properties/service/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$\
"',schema:"^[a-z][a-z0-9-]*$",parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.service,data:R};r===null?r=[Ie]:r.push(Ie),s++}}else{
let Ie={instancePath:t+"/authentication/token/service",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/service/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[2].properties.service.type,parentSchema:c.properties.authentication.
properties.token.oneOf[2].properties.service,data:R};r===null?r=[Ie]:r.push(Ie),s++}var me=U===s}}else{let D={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.
token.oneOf[2].type,parentSchema:c.properties.authentication.properties.token.oneOf[2],data:d};r===null?r=[D]:r.push(D),s++}var F=g===s;F&&we?(we=!1,K=[K,2]):F&&
(we=!0,K=2,J!==!0&&(J=!0))}if(we)s=ae,r!==null&&(ae?r.length=ae:r=null);else{let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authenticati\
on/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:K},message:"must match exactly one schema in oneOf",schema:c.properties.authentication.properties.
token.oneOf,parentSchema:c.properties.authentication.properties.token,data:d};r===null?r=[g]:r.push(g),s++}var E=A===s}if(m.source!==void 0){let d=m.source,A=s,
ae=s,we=s;if(typeof d=="string"){if(oe(d)<1){let w={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/authentication/sourc\
e",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(
w),s++}var T=ae===s,E=A===s}}else{let ee={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.authentication.type,parentSchema:c.properties.authentication,data:m};r===null?r=[ee]:r.push(ee),s++}var u=ye===s}if(e.headers!==
void 0){let m=e.headers,ye=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length<1){let d={instancePath:t+"/headers",schemaPath:"#/proper\
ties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.headers,
data:m};r===null?r=[d]:r.push(d),s++}for(let d in m){let A=s;if(typeof d=="string"&&!As.test(d)){let ae={instancePath:t+"/headers",schemaPath:"#/properties/head\
ers/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.
properties.headers.propertyNames,data:d,propertyName:d};r===null?r=[ae]:r.push(ae),s++}var he=A===s;if(!he){let ae={instancePath:t+"/headers",schemaPath:"#/prop\
erties/headers/propertyNames",keyword:"propertyNames",params:{propertyName:d},message:"property name must be valid",schema:c.properties.headers.propertyNames,parentSchema:c.
properties.headers,data:m};r===null?r=[ae]:r.push(ae),s++}}let ee=s;for(let d in m){let A=m[d],ae=s,we=s;if(typeof A=="string"){if(!Ac.test(A)){let K={instancePath:t+
"/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x\
7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:c.properties.headers.additionalProperties,data:A};r===null?r=[K]:
r.push(K),s++}}else{let K={instancePath:t+"/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.headers.additionalProperties.type,parentSchema:c.properties.headers.additionalProperties,
data:A};r===null?r=[K]:r.push(K),s++}var ke=ae===s}}else{let ee={instancePath:t+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type:"o\
bject"},message:"must be object",schema:c.properties.headers.type,parentSchema:c.properties.headers,data:m};r===null?r=[ee]:r.push(ee),s++}var u=ye===s}if(e.idempotency!==
void 0){let m=e.idempotency,ye=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.header===void 0){let d={instancePath:t+"/idempotency",schemaPath:"#/prop\
erties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.idempotency.
required,parentSchema:c.properties.idempotency,data:m};r===null?r=[d]:r.push(d),s++}if(m.keptSeconds===void 0){let d={instancePath:t+"/idempotency",schemaPath:"\
#/properties/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have required property 'keptSeconds'",schema:c.properties.
idempotency.required,parentSchema:c.properties.idempotency,data:m};r===null?r=[d]:r.push(d),s++}if(m.source===void 0){let d={instancePath:t+"/idempotency",schemaPath:"\
#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.idempotency.
required,parentSchema:c.properties.idempotency,data:m};r===null?r=[d]:r.push(d),s++}let ee=s;for(let d in m)if(!(d==="header"||d==="keptSeconds"||d==="source")){
let A={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.idempotency,data:m};r===null?r=[A]:r.push(A),s++}if(m.header!==void 0){let d=m.header,A=s,
ae=s;if(typeof d=="string"){if(oe(d)<1){let we={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.idempotency.properties.header,data:d};r===null?r=
[we]:r.push(we),s++}}else{let we={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.idempotency.properties.header.type,parentSchema:c.properties.idempotency.properties.header,data:d};r===null?
r=[we]:r.push(we),s++}var ce=A===s}if(m.keptSeconds!==void 0){let d=m.keptSeconds,A=s;if(!(typeof d=="number"&&!(d%1)&&!isNaN(d))){let K={instancePath:t+"/idemp\
otency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.
properties.idempotency.properties.keptSeconds.type,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[K]:r.push(K),s++}let ae=s;if(typeof d==
"number"&&(d<1||isNaN(d))){let K={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimu\
m",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[K]:r.push(K),
s++}var ce=A===s}if(m.source!==void 0){let d=m.source,A=s,ae=s,we=s;if(typeof d=="string"){if(oe(d)<1){let w={instancePath:t+"/idempotency/source",schemaPath:"#\
/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.
push(w),s++}}else{let w={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var q=ae===s,ce=A===s}}else{let ee={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.idempotency.type,parentSchema:c.properties.idempotency,data:m};r===null?
r=[ee]:r.push(ee),s++}var u=ye===s}if(e.deadline!==void 0){let m=e.deadline,ye=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.seconds===void 0){let d={
instancePath:t+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required propert\
y 'seconds'",schema:c.properties.deadline.required,parentSchema:c.properties.deadline,data:m};r===null?r=[d]:r.push(d),s++}if(m.source===void 0){let d={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.
properties.deadline.required,parentSchema:c.properties.deadline,data:m};r===null?r=[d]:r.push(d),s++}let ee=s;for(let d in m)if(!(d==="seconds"||d==="source")){
let A={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.deadline,data:m};r===null?r=[A]:r.push(A),s++}if(m.seconds!==void 0){let d=m.seconds,A=s;
if(!(typeof d=="number"&&!(d%1)&&!isNaN(d))){let we={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",
params:{type:"integer"},message:"must be integer",schema:c.properties.deadline.properties.seconds.type,parentSchema:c.properties.deadline.properties.seconds,data:d};
r===null?r=[we]:r.push(we),s++}let ae=s;if(typeof d=="number"&&(d<60||isNaN(d))){let we={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/pr\
operties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:c.properties.deadline.properties.seconds,
data:d};r===null?r=[we]:r.push(we),s++}var pe=A===s}if(m.source!==void 0){let d=m.source,A=s,ae=s,we=s;if(typeof d=="string"){if(oe(d)<1){let w={instancePath:t+
"/deadline/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var Ae=ae===s,pe=A===s}}else{let ee={instancePath:t+"/deadline",schemaPath:"\
#/properties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.deadline.type,parentSchema:c.properties.deadline,
data:m};r===null?r=[ee]:r.push(ee),s++}var u=ye===s}if(e.poll!==void 0){let m=e.poll,ye=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.seconds===void 0){
let d={instancePath:t+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property\
 'seconds'",schema:c.properties.poll.required,parentSchema:c.properties.poll,data:m};r===null?r=[d]:r.push(d),s++}if(m.source===void 0){let d={instancePath:t+"/\
poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.
poll.required,parentSchema:c.properties.poll,data:m};r===null?r=[d]:r.push(d),s++}let ee=s;for(let d in m)if(!(d==="seconds"||d==="source")){let A={instancePath:t+
"/poll",schemaPath:"#/properties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional prope\
rties",schema:!1,parentSchema:c.properties.poll,data:m};r===null?r=[A]:r.push(A),s++}if(m.seconds!==void 0){let d=m.seconds,A=s,ae=s;if(typeof d=="number"){if(d<=
0||isNaN(d)){let we={instancePath:t+"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:"\
>",limit:0},message:"must be > 0",schema:0,parentSchema:c.properties.poll.properties.seconds,data:d};r===null?r=[we]:r.push(we),s++}}else{let we={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:c.properties.poll.properties.
seconds.type,parentSchema:c.properties.poll.properties.seconds,data:d};r===null?r=[we]:r.push(we),s++}var G=A===s}if(m.source!==void 0){let d=m.source,A=s,ae=s,
we=s;if(typeof d=="string"){if(oe(d)<1){let w={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/poll/source",schemaPath:"#/$d\
efs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var Q=ae===s,
G=A===s}}else{let ee={instancePath:t+"/poll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
poll.type,parentSchema:c.properties.poll,data:m};r===null?r=[ee]:r.push(ee),s++}var u=ye===s}if(e.probe!==void 0){let m=e.probe,ye=s,St=s;if(m&&typeof m=="objec\
t"&&!Array.isArray(m)){if(m.path===void 0){let d={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"p\
ath"},message:"must have required property 'path'",schema:c.properties.probe.required,parentSchema:c.properties.probe,data:m};r===null?r=[d]:r.push(d),s++}if(m.
accepted===void 0){let d={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must \
have required property 'accepted'",schema:c.properties.probe.required,parentSchema:c.properties.probe,data:m};r===null?r=[d]:r.push(d),s++}if(m.source===void 0){
let d={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required propert\
y 'source'",schema:c.properties.probe.required,parentSchema:c.properties.probe,data:m};r===null?r=[d]:r.push(d),s++}let ee=s;for(let d in m)if(!(d==="path"||d===
"accepted"||d==="source")){let A={instancePath:t+"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.probe,data:m};r===null?r=[A]:r.push(A),s++}if(m.path!==void 0){let d=m.path,A=s,
ae=s,we=s;if(typeof d=="string"){if(!Xt.test(d)){let K={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:We,data:d};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:d};r===null?r=[K]:r.push(K),s++}var ne=ae===s,st=A===s}if(m.
accepted!==void 0){let d=m.accepted,A=s,ae=s;if(Array.isArray(d)){if(d.length<1){let V={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properti\
es/accepted/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.probe.properties.accepted,
data:d};r===null?r=[V]:r.push(V),s++}let K=!0,w=d.length;for(let V=0;V<w;V++){let te=d[V],Z=s;if(!(typeof te=="number"&&!(te%1)&&!isNaN(te))){let g={instancePath:t+
"/probe/accepted/"+V,schemaPath:"#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.
probe.properties.accepted.items.type,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}let $=s;if(typeof te=="numb\
er"){if(te>599||isNaN(te)){let g={instancePath:t+"/probe/accepted/"+V,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{
comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}if(te<
100||isNaN(te)){let g={instancePath:t+"/probe/accepted/"+V,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:"\
>=",limit:100},message:"must be >= 100",schema:100,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}}var gt=Z===s;
gt||(K=!1)}}else{let K={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:c.properties.probe.properties.accepted.type,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[K]:r.push(K),s++}var st=A===
s}if(m.source!==void 0){let d=m.source,A=s,ae=s,we=s;if(typeof d=="string"){if(oe(d)<1){let w={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLeng\
th",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={
instancePath:t+"/probe/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};
r===null?r=[w]:r.push(w),s++}var Xe=ae===s,st=A===s}}else{let ee={instancePath:t+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:c.properties.probe.type,parentSchema:c.properties.probe,data:m};r===null?r=[ee]:r.push(ee),s++}var u=ye===s}if(e.modelProbe!==
void 0){let m=e.modelProbe,ye=s,St=s,cr=s,ee=!1,d=null,A=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.path===void 0){let K={instancePath:t+"/modelProbe",
schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.
modelProbe.oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],data:m};r===null?r=[K]:r.push(K),s++}if(m.names===void 0){let K={instancePath:t+"/mod\
elProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",
schema:c.properties.modelProbe.oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],data:m};r===null?r=[K]:r.push(K),s++}}var Ye=A===s;Ye&&(ee=!0,d=0);
let ae=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.url===void 0){let K={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/require\
d",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.
properties.modelProbe.oneOf[1],data:m};r===null?r=[K]:r.push(K),s++}if(m.names===void 0){let K={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe\
/oneOf/1/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.modelProbe.oneOf[1].required,
parentSchema:c.properties.modelProbe.oneOf[1],data:m};r===null?r=[K]:r.push(K),s++}}var Ye=ae===s;if(Ye&&ee)ee=!1,d=[d,1];else{Ye&&(ee=!0,d=1);let K=s;if(m&&typeof m==
"object"&&!Array.isArray(m)&&m.untestable===void 0){let V={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",
params:{missingProperty:"untestable"},message:"must have required property 'untestable'",schema:c.properties.modelProbe.oneOf[2].required,parentSchema:c.properties.
modelProbe.oneOf[2],data:m};r===null?r=[V]:r.push(V),s++}var Ye=K===s;Ye&&ee?(ee=!1,d=[d,2]):Ye&&(ee=!0,d=2)}if(ee)s=cr,r!==null&&(cr?r.length=cr:r=null);else{let K={
instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneO\
f",schema:c.properties.modelProbe.oneOf,parentSchema:c.properties.modelProbe,data:m};r===null?r=[K]:r.push(K),s++}if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.
source===void 0){let w={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:c.properties.modelProbe.required,parentSchema:c.properties.modelProbe,data:m};r===null?r=[w]:r.push(w),s++}let K=s;
for(let w in m)if(!(w==="path"||w==="url"||w==="names"||w==="omits"||w==="told"||w==="except"||w==="untestable"||w==="source")){let V={instancePath:t+"/modelPro\
be",schemaPath:"#/properties/modelProbe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:c.properties.modelProbe,data:m};r===null?r=[V]:r.push(V),s++}if(m.path!==void 0){let w=m.path,V=s,te=s,Z=s;if(typeof w=="string"){
if(!Xt.test(w)){let $={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "\
^/"',schema:"^/",parentSchema:We,data:w};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:w};r===null?r=[$]:r.push($),s++}var et=te===s,yt=V===s}if(m.url!==void 0){
let w=m.url,V=s,te=s;if(typeof w=="string"){if(!Yh.test(w)){let $={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/pattern",
keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:c.
properties.modelProbe.properties.url,data:w};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/prop\
erties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.url.type,parentSchema:c.properties.modelProbe.
properties.url,data:w};r===null?r=[$]:r.push($),s++}var yt=V===s}if(m.names!==void 0){let w=m.names,V=s,te=s,Z=s;if(typeof w=="string"){if(!rt.test(w)){let g={instancePath:t+
"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])\
+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/poi\
nter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:w};r===null?r=[g]:r.push(g),s++}var Jr=te===s,yt=V===
s}if(m.omits!==void 0){let w=m.omits,V=s,te=s;if(typeof w=="string"){if(oe(w)<1){let $={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/p\
roperties/omits/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.
omits,data:w};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.omits.type,parentSchema:c.properties.modelProbe.properties.omits,
data:w};r===null?r=[$]:r.push($),s++}var yt=V===s}if(m.told!==void 0){let w=m.told,V=s,te=s;if(Array.isArray(w)){if(w.length<1){let v={instancePath:t+"/modelPro\
be/told",schemaPath:"#/properties/modelProbe/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.modelProbe.properties.told,data:w};r===null?r=[v]:r.push(v),s++}let $=!0,g=w.length;for(let v=0;v<g;v++){let M=w[v],D=s,R=s;if(M&&typeof M=="object"&&
!Array.isArray(M)){if(M.at===void 0){let H={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"re\
quired",params:{missingProperty:"at"},message:"must have required property 'at'",schema:c.properties.modelProbe.properties.told.items.required,parentSchema:c.properties.
modelProbe.properties.told.items,data:M};r===null?r=[H]:r.push(H),s++}if(M.constant===void 0){let H={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properti\
es/modelProbe/properties/told/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:c.properties.
modelProbe.properties.told.items.required,parentSchema:c.properties.modelProbe.properties.told.items,data:M};r===null?r=[H]:r.push(H),s++}let U=s;for(let H in M)
if(!(H==="at"||H==="constant")){let ie={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:H},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe.properties.told.
items,data:M};r===null?r=[ie]:r.push(ie),s++}if(M.at!==void 0){let H=M.at,ie=s,Ie=s,ut=s;if(typeof H=="string"){if(!rt.test(H)){let $e={instancePath:t+"/modelPr\
obe/told/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+\
)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:H};r===null?r=[$e]:r.push($e),s++}}else{let $e={instancePath:t+"/modelProbe/told/"+v+"/at",schemaPath:"#\
/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:H};r===null?r=[$e]:r.push($e),s++}var Ht=Ie===
s,jt=ie===s}}else{let U={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:c.properties.modelProbe.properties.told.items.type,parentSchema:c.properties.modelProbe.properties.told.items,data:M};r===null?
r=[U]:r.push(U),s++}var zo=D===s;zo||($=!1)}}else{let $={instancePath:t+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/type",keyword:"ty\
pe",params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.told.type,parentSchema:c.properties.modelProbe.properties.told,data:w};
r===null?r=[$]:r.push($),s++}var yt=V===s}if(m.except!==void 0){let w=m.except,V=s,te=s;if(Array.isArray(w)){if(w.length<1){let v={instancePath:t+"/modelProbe/e\
xcept",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.modelProbe.properties.except,data:w};r===null?r=[v]:r.push(v),s++}let $=!0,g=w.length;for(let v=0;v<g;v++){let M=w[v],D=s,R=s;if(M&&typeof M=="object"&&
!Array.isArray(M)){if(M.prefix===void 0){let H={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"\
required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:c.properties.modelProbe.properties.except.items.required,parentSchema:c.
properties.modelProbe.properties.except.items,data:M};r===null?r=[H]:r.push(H),s++}if(M.reason===void 0){let H={instancePath:t+"/modelProbe/except/"+v,schemaPath:"\
#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:c.
properties.modelProbe.properties.except.items.required,parentSchema:c.properties.modelProbe.properties.except.items,data:M};r===null?r=[H]:r.push(H),s++}let U=s;
for(let H in M)if(!(H==="prefix"||H==="reason")){let ie={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/addi\
tionalProperties",keyword:"additionalProperties",params:{additionalProperty:H},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
modelProbe.properties.except.items,data:M};r===null?r=[ie]:r.push(ie),s++}if(M.prefix!==void 0){let H=M.prefix,ie=s,Ie=s;if(typeof H=="string"){if(oe(H)<1){let ut={
instancePath:t+"/modelProbe/except/"+v+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.except.items.properties.prefix,data:H};r===null?
r=[ut]:r.push(ut),s++}}else{let ut={instancePath:t+"/modelProbe/except/"+v+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/pref\
ix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.except.items.properties.prefix.type,parentSchema:c.
properties.modelProbe.properties.except.items.properties.prefix,data:H};r===null?r=[ut]:r.push(ut),s++}var bc=ie===s}if(M.reason!==void 0){let H=M.reason,ie=s,Ie=s;
if(typeof H=="string"){if(oe(H)<1){let $e={instancePath:t+"/modelProbe/except/"+v+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properti\
es/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.
except.items.properties.reason,data:H};r===null?r=[$e]:r.push($e),s++}}else{let $e={instancePath:t+"/modelProbe/except/"+v+"/reason",schemaPath:"#/properties/mo\
delProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.
except.items.properties.reason.type,parentSchema:c.properties.modelProbe.properties.except.items.properties.reason,data:H};r===null?r=[$e]:r.push($e),s++}var bc=ie===
s}}else{let U={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.modelProbe.properties.except.items.type,parentSchema:c.properties.modelProbe.properties.except.items,data:M};r===null?r=[U]:
r.push(U),s++}var Co=D===s;Co||($=!1)}}else{let $={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.except.type,parentSchema:c.properties.modelProbe.properties.except,data:w};
r===null?r=[$]:r.push($),s++}var yt=V===s}if(m.untestable!==void 0){let w=m.untestable,V=s,te=s;if(typeof w=="string"){if(oe(w)<1){let $={instancePath:t+"/model\
Probe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:c.properties.modelProbe.properties.untestable,data:w};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/modelProbe/un\
testable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.
properties.untestable.type,parentSchema:c.properties.modelProbe.properties.untestable,data:w};r===null?r=[$]:r.push($),s++}var yt=V===s}if(m.source!==void 0){let w=m.
source,V=s,te=s,Z=s;if(typeof w=="string"){if(oe(w)<1){let g={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:w};r===null?r=[g]:r.
push(g),s++}var Th=te===s,yt=V===s}}else{let K={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.modelProbe.type,parentSchema:c.properties.modelProbe,data:m};r===null?r=[K]:r.push(K),s++}var u=ye===s}if(e.webhooks!==void 0){
let m=e.webhooks,ye=s,St=s,cr=s,ee=!1,d=null,A=s;if(m&&typeof m=="object"&&!Array.isArray(m)&&m.body===void 0){let K={instancePath:t+"/webhooks",schemaPath:"#/p\
roperties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:c.properties.webhooks.
oneOf[0].required,parentSchema:c.properties.webhooks.oneOf[0],data:m};r===null?r=[K]:r.push(K),s++}var ma=A===s;ma&&(ee=!0,d=0);let ae=s;if(m&&typeof m=="object"&&
!Array.isArray(m)&&m.query===void 0){let K={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"\
query"},message:"must have required property 'query'",schema:c.properties.webhooks.oneOf[1].required,parentSchema:c.properties.webhooks.oneOf[1],data:m};r===null?
r=[K]:r.push(K),s++}var ma=ae===s;if(ma&&ee?(ee=!1,d=[d,1]):ma&&(ee=!0,d=1),ee)s=cr,r!==null&&(cr?r.length=cr:r=null);else{let K={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.oneOf,parentSchema:c.
properties.webhooks,data:m};r===null?r=[K]:r.push(K),s++}if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.source===void 0){let w={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.webhooks.
required,parentSchema:c.properties.webhooks,data:m};r===null?r=[w]:r.push(w),s++}let K=s;for(let w in m)if(!(w==="body"||w==="query"||w==="with"||w==="signature"||
w==="challenge"||w==="told"||w==="source")){let V={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks,data:m};r===null?r=[V]:r.push(V),s++}
if(m.body!==void 0){let w=m.body,V=s,te=s,Z=s;if(typeof w=="string"){if(!rt.test(w)){let $={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:w};
r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:X.type,parentSchema:X,data:w};r===null?r=[$]:r.push($),s++}var wc=te===s,Dr=V===s}if(m.query!==void 0){let w=m.query,V=s,te=s;if(typeof w=="st\
ring"){if(oe(w)<1){let $={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.query,data:w};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+
"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.query.type,parentSchema:c.properties.webhooks.properties.query,data:w};r===null?r=[$]:r.push($),s++}var Dr=V===s}if(m.with!==void 0){let w=m.with,V=s,
te=s;if(Array.isArray(w)){if(w.length<1){let v={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.with,data:w};r===null?r=[v]:r.push(v),s++}let $=!0,g=w.
length;for(let v=0;v<g;v++){let M=w[v],D=s,R=s;if(M&&typeof M=="object"&&!Array.isArray(M)){if(M.to===void 0){let H={instancePath:t+"/webhooks/with/"+v,schemaPath:"\
#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:c.properties.
webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:M};r===null?r=[H]:r.push(H),s++}if(M.constant===void 0){let H={
instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"\
must have required property 'constant'",schema:c.properties.webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:M};
r===null?r=[H]:r.push(H),s++}let U=s;for(let H in M)if(!(H==="to"||H==="constant")){let ie={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks\
/properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:H},message:"must NOT have additional properties",schema:!1,
parentSchema:c.properties.webhooks.properties.with.items,data:M};r===null?r=[ie]:r.push(ie),s++}if(M.to!==void 0){let H=M.to,ie=s,Ie=s,ut=s;if(typeof H=="string"){
if(!rt.test(H)){let $e={instancePath:t+"/webhooks/with/"+v+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:H};r===null?r=[$e]:r.push($e),s++}}else{let $e={instancePath:t+
"/webhooks/with/"+v+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:H};
r===null?r=[$e]:r.push($e),s++}var Ah=Ie===s,Wo=ie===s}}else{let U={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/with/items/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.with.items.type,parentSchema:c.properties.webhooks.properties.
with.items,data:M};r===null?r=[U]:r.push(U),s++}var Ko=D===s;Ko||($=!1)}}else{let $={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/propertie\
s/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.with.type,parentSchema:c.properties.webhooks.properties.
with,data:w};r===null?r=[$]:r.push($),s++}var Dr=V===s}if(m.signature!==void 0){let w=m.signature,V=s,te=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.algorithm===
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
signature.required,parentSchema:c.properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(g),s++}let $=s;for(let g in w)if(!ba.call(c.properties.
webhooks.properties.signature.properties,g)){let v={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:g},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.
signature,data:w};r===null?r=[v]:r.push(v),s++}if(w.algorithm!==void 0){let g=w.algorithm,v=s,M=c.properties.webhooks.properties.signature.properties.algorithm.
enum;if(!(g==="hmac-sha256"||g==="hmac-sha512"||g==="ed25519")){let D={instancePath:t+"/webhooks/signature/algorithm",schemaPath:"#/properties/webhooks/properti\
es/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.algorithm.enum},message:"must\
 be equal to one of the allowed values",schema:c.properties.webhooks.properties.signature.properties.algorithm.enum,parentSchema:c.properties.webhooks.properties.
signature.properties.algorithm,data:g};r===null?r=[D]:r.push(D),s++}var jr=v===s}if(w.header!==void 0){let g=w.header,v=s,M=s,D=s;if(typeof g=="string"){if(!As.
test(g)){let U={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Zt,data:g};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/webhooks/s\
ignature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Zt.type,parentSchema:Zt,data:g};r===
null?r=[U]:r.push(U),s++}var Nh=M===s,jr=v===s}if(w.separator!==void 0){let g=w.separator,v=s,M=s;if(typeof g=="string"){if(oe(g)<1){let R={instancePath:t+"/web\
hooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.separator,data:g};r===null?r=[R]:r.push(R),s++}}else{
let R={instancePath:t+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.
properties.separator,data:g};r===null?r=[R]:r.push(R),s++}var jr=v===s}if(w.prefix!==void 0){let g=w.prefix,v=s,M=s;if(typeof g=="string"){if(oe(g)<1){let R={instancePath:t+
"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.prefix,data:g};r===null?r=[R]:r.push(R),s++}}else{
let R={instancePath:t+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.prefix.type,parentSchema:c.properties.webhooks.properties.signature.
properties.prefix,data:g};r===null?r=[R]:r.push(R),s++}var jr=v===s}if(w.encoding!==void 0){let g=w.encoding,v=s,M=c.properties.webhooks.properties.signature.properties.
encoding.enum;if(!(g==="hex"||g==="base64")){let R={instancePath:t+"/webhooks/signature/encoding",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/encoding/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.encoding.enum},message:"must be equal to one of th\
e allowed values",schema:c.properties.webhooks.properties.signature.properties.encoding.enum,parentSchema:c.properties.webhooks.properties.signature.properties.
encoding,data:g};r===null?r=[R]:r.push(R),s++}var jr=v===s}if(w.headers!==void 0){let g=w.headers,v=s,M=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(Object.
keys(g).length<1){let U={instancePath:t+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.headers,
data:g};r===null?r=[U]:r.push(U),s++}let R=s;for(let U in g){let H=g[U],ie=s,Ie=s,ut=s;if(typeof H=="string"){if(!As.test(H)){let $e={instancePath:t+"/webhooks/\
signature/headers/"+U.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Zt,data:H};r===null?r=[$e]:r.push($e),s++}}else{let $e={instancePath:t+"/webhook\
s/signature/headers/"+U.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:Zt.type,parentSchema:Zt,data:H};r===null?r=[$e]:r.push($e),s++}var Rh=Ie===s,Eh=ie===s}}else{let R={instancePath:t+"/webhooks/signature/headers",schemaPath:"\
#/properties/webhooks/properties/signature/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.headers.type,parentSchema:c.properties.webhooks.properties.signature.properties.headers,data:g};r===null?r=[R]:r.push(R),s++}var jr=v===
s}if(w.signed!==void 0){let g=w.signed,v=s,M=s;if(typeof g=="string"){if(oe(g)<1){let R={instancePath:t+"/webhooks/signature/signed",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/signed/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/webhooks/signature/signed",schemaPath:"\
#/properties/webhooks/properties/signature/properties/signed/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.
signature.properties.signed.type,parentSchema:c.properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[R]:r.push(R),s++}var jr=v===s}if(w.
time!==void 0){let g=w.time,v=s,M=s,D=s,R=!1,U=null,H=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.header===void 0){let ut={instancePath:t+"/webhooks/signat\
ure/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"\
must have required property 'header'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[0].required,parentSchema:c.properties.webhooks.properties.
signature.properties.time.oneOf[0],data:g};r===null?r=[ut]:r.push(ut),s++}var br=H===s;br&&(R=!0,U=0);let ie=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.member===
void 0){let ut={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"member"},message:"must have required property 'member'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[1].
required,parentSchema:c.properties.webhooks.properties.signature.properties.time.oneOf[1],data:g};r===null?r=[ut]:r.push(ut),s++}var br=ie===s;if(br&&R?(R=!1,U=
[U,1]):br&&(R=!0,U=1),R)s=D,r!==null&&(D?r.length=D:r=null);else{let ut={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/\
signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:U},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.properties.
signature.properties.time.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[ut]:r.push(ut),s++}if(g&&typeof g=="\
object"&&!Array.isArray(g)){if(g.unit===void 0){let L={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properti\
es/time/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:c.properties.webhooks.properties.signature.
properties.time.required,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[L]:r.push(L),s++}if(g.toleranceSeconds===void 0){
let L={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:c.properties.webhooks.properties.signature.properties.time.required,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[L]:r.push(L),s++}let ut=s;for(let L in g)if(!(L==="header"||L==="separator"||L==="p\
refix"||L==="member"||L==="unit"||L==="toleranceSeconds")){let ze={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signat\
ure/properties/time/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:L},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[ze]:r.push(ze),s++}if(g.header!==void 0){let L=g.header,ze=s,at=s,lt=s;if(typeof L==
"string"){if(!As.test(L)){let Ce={instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Zt,data:L};r===null?r=[Ce]:r.push(Ce),s++}}else{let Ce={
instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Zt.type,
parentSchema:Zt,data:L};r===null?r=[Ce]:r.push(Ce),s++}var Ih=at===s,Os=ze===s}if(g.separator!==void 0){let L=g.separator,ze=s,at=s;if(typeof L=="string"){if(oe(
L)<1){let Ce={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.
time.properties.separator,data:L};r===null?r=[Ce]:r.push(Ce),s++}}else{let Ce={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/time/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.signature.properties.time.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.separator,data:L};
r===null?r=[Ce]:r.push(Ce),s++}var Os=ze===s}if(g.prefix!==void 0){let L=g.prefix,ze=s,at=s;if(typeof L=="string"){if(oe(L)<1){let Ce={instancePath:t+"/webhooks\
/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:L};r===null?
r=[Ce]:r.push(Ce),s++}}else{let Ce={instancePath:t+"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/prop\
erties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.time.properties.
prefix.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:L};r===null?r=[Ce]:r.push(Ce),s++}var Os=ze===s}if(g.
member!==void 0){let L=g.member,ze=s,at=s,lt=s;if(typeof L=="string"){if(!rt.test(L)){let Fe={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:X,data:L};r===null?r=[Fe]:r.push(Fe),s++}}else{let Fe={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:L};r===null?r=[Fe]:r.push(Fe),s++}var Mh=at===s,Os=ze===s}if(g.unit!==void 0){
let L=g.unit,ze=s,at=c.properties.webhooks.properties.signature.properties.time.properties.unit.enum;if(!(L==="seconds"||L==="milliseconds"||L==="rfc3339")){let Ce={
instancePath:t+"/webhooks/signature/time/unit",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"enum",params:{
allowedValues:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",schema:c.properties.
webhooks.properties.signature.properties.time.properties.unit.enum,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.unit,data:L};
r===null?r=[Ce]:r.push(Ce),s++}var Os=ze===s}if(g.toleranceSeconds!==void 0){let L=g.toleranceSeconds,ze=s;if(!(typeof L=="number"&&!(L%1)&&!isNaN(L))){let Ce={
instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/ty\
pe",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.
type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:L};r===null?r=[Ce]:r.push(Ce),s++}let at=s;if(typeof L==
"number"){if(L>3600||isNaN(L)){let Ce={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:c.properties.
webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:L};r===null?r=[Ce]:r.push(Ce),s++}if(L<1||isNaN(L)){let Ce={instancePath:t+"/webh\
ooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minim\
um",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:L};r===null?r=[Ce]:r.push(Ce),s++}}var Os=ze===s}let $e;if(g.separator!==void 0&&g.header===void 0){let L={instancePath:t+"/webhooks/signature/time",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",
depsCount:1,deps:"header"},message:"must have property header when property separator is present",schema:c.properties.webhooks.properties.signature.properties.time.
dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[L]:r.push(L),s++}if(g.prefix!==void 0&&g.header===
void 0){let L={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"depe\
ndentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when property prefix is present",
schema:c.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};
r===null?r=[L]:r.push(L),s++}}else{let ut={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.time.type,parentSchema:c.properties.
webhooks.properties.signature.properties.time,data:g};r===null?r=[ut]:r.push(ut),s++}var jr=v===s}if(w.key!==void 0){let g=w.key,v=s,M=s,D=!1,R=null,U=s,H=s;if(g&&
typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let L={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/\
properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.
signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[L]:r.push(L),s++}
if(g.path===void 0){let L={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].
required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[L]:r.push(L),s++}if(g.at===void 0){let L={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[L]:r.push(L),s++}if(g.encoding===void 0){let L={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required p\
roperty 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:g};r===null?r=[L]:r.push(L),s++}let $e=s;for(let L in g)if(!(L==="by"||L==="path"||L==="at"||L==="prefix"||L==="encoding")){let ze={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:L},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};
r===null?r=[ze]:r.push(ze),s++}if(g.by!==void 0){let L=g.by,ze=s;if(L!=="request"){let at={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/\
webhooks/properties/signature/properties/key/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"\
request",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].properties.by,data:L};r===null?r=[at]:r.push(at),s++}var Tr=ze===s}if(g.
path!==void 0){let L=g.path,ze=s,at=s,lt=s;if(typeof L=="string"){if(!Xt.test(L)){let Fe={instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path\
/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:L};r===null?r=[Fe]:r.push(Fe),s++}}else{let Fe={
instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:L};r===null?r=[Fe]:r.push(Fe),s++}var Lh=at===s,Tr=ze===s}if(g.at!==void 0){let L=g.at,ze=s,at=s,lt=s;if(typeof L=="string"){if(!rt.test(L)){let Fe={instancePath:t+
"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:L};r===null?r=[Fe]:r.push(Fe),s++}}else{let Fe={instancePath:t+"/webhooks/signature/key/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:L};r===null?r=[Fe]:r.push(Fe),s++}var Ho=at===
s,Tr=ze===s}if(g.prefix!==void 0){let L=g.prefix,ze=s,at=s,lt=s;if(typeof L=="string"){if(oe(L)<1){let Fe={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"\
#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ts,data:L};r===null?r=[Fe]:
r.push(Fe),s++}}else{let Fe={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Ts.type,parentSchema:Ts,data:L};r===null?r=[Fe]:r.push(Fe),s++}var vc=at===s,Tr=ze===s}if(g.encoding!==void 0){let L=g.encoding,ze=s,at=s,
lt=Wr.enum;if(!(L==="text"||L==="hex"||L==="base64")){let Fe={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"e\
num",params:{allowedValues:Wr.enum},message:"must be equal to one of the allowed values",schema:Wr.enum,parentSchema:Wr,data:L};r===null?r=[Fe]:r.push(Fe),s++}var kc=at===
s,Tr=ze===s}}else{let $e={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[$e]:r.push($e),s++}var wr=U===s;if(wr){D=!0,R=0;var fa=!0}let ie=s,Ie=s;if(g&&typeof g=="object"&&
!Array.isArray(g)){if(g.by===void 0){let L={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf\
/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.
key.oneOf[1].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[L]:r.push(L),s++}if(g.encoding===void 0){
let L={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{
missingProperty:"encoding"},message:"must have required property 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[L]:r.push(L),s++}let $e=s;for(let L in g)if(!(L==="by"||L===
"prefix"||L==="encoding")){let ze={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:L},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[1],data:g};r===null?r=[ze]:r.push(ze),s++}if(g.by!==void 0){let L=g.by,ze=s;if(L!=="setting"){let at={instancePath:t+"\
/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
setting"},message:"must be equal to constant",schema:"setting",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:L};
r===null?r=[at]:r.push(at),s++}var on=ze===s}if(g.prefix!==void 0){let L=g.prefix,ze=s,at=s,lt=s;if(typeof L=="string"){if(oe(L)<1){let Fe={instancePath:t+"/web\
hooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:Ts,data:L};r===null?r=[Fe]:r.push(Fe),s++}}else{let Fe={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Ts.type,parentSchema:Ts,data:L};r===null?r=[Fe]:r.push(Fe),s++}var Fh=at===s,on=ze===s}if(g.encoding!==
void 0){let L=g.encoding,ze=s,at=s,lt=Wr.enum;if(!(L==="text"||L==="hex"||L==="base64")){let Fe={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#\
/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:Wr.enum},message:"must be equal to one of the allowed values",schema:Wr.enum,parentSchema:Wr,data:L};
r===null?r=[Fe]:r.push(Fe),s++}var Vh=at===s,on=ze===s}}else{let $e={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signa\
ture/properties/key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.
oneOf[1].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[$e]:r.push($e),s++}var wr=ie===s;if(wr&&D)D=!1,
R=[R,1];else{wr&&(D=!0,R=1,fa!==!0&&(fa=!0));let $e=s,L=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let lt={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must\
 have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2],data:g};r===null?r=[lt]:r.push(lt),s++}if(g.url===void 0){let lt={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:c.
properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};
r===null?r=[lt]:r.push(lt),s++}let at=s;for(let lt in g)if(!(lt==="by"||lt==="url")){let Ce={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:lt},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[Ce]:r.push(Ce),s++}if(g.by!==
void 0){let lt=g.by,Ce=s;if(lt!=="key-set"){let Fe={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/propertie\
s/key/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.by,data:lt};r===null?r=[Fe]:r.push(Fe),s++}var Pc=Ce===s}if(g.url!==void 0){let lt=g.url,Ce=s,Fe=s;
if(typeof lt=="string"){if(!jc.test(lt)){let ya={instancePath:t+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url,data:lt};r===null?r=[ya]:r.push(ya),s++}}else{let ya={instancePath:t+"/webhooks/signature/k\
ey/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2].properties.url,data:lt};r===null?r=[ya]:r.push(ya),s++}var Pc=Ce===s}}else{let at={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.key.oneOf[2].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[at]:r.push(
at),s++}var wr=$e===s;wr&&D?(D=!1,R=[R,2]):wr&&(D=!0,R=2,fa!==!0&&(fa=!0))}if(D)s=M,r!==null&&(M?r.length=M:r=null);else{let $e={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:R},message:"must match exactly one\
 schema in oneOf",schema:c.properties.webhooks.properties.signature.properties.key.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.key,
data:g};r===null?r=[$e]:r.push($e),s++}var jr=v===s}}else{let $={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.type,parentSchema:c.properties.webhooks.properties.
signature,data:w};r===null?r=[$]:r.push($),s++}var Dr=V===s}if(m.challenge!==void 0){let w=m.challenge,V=s,te=s,Z=s;if(typeof w=="string"){if(!rt.test(w)){let g={
instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/challenge",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:w};r===null?r=[g]:r.push(g),s++}var Uh=te===
s,Dr=V===s}if(m.told!==void 0){let w=m.told,V=s,te=s;if(Array.isArray(w)){if(w.length<1){let v={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhook\
s/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.
told,data:w};r===null?r=[v]:r.push(v),s++}let $=!0,g=w.length;for(let v=0;v<g;v++){let M=w[v],D=s,R=s;if(M&&typeof M=="object"&&!Array.isArray(M)){if(M.at===void 0){
let H={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.properties.webhooks.properties.told.items,data:M};r===
null?r=[H]:r.push(H),s++}if(M.fact===void 0){let H={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.
properties.webhooks.properties.told.items,data:M};r===null?r=[H]:r.push(H),s++}let U=s;for(let H in M)if(!(H==="at"||H==="fact")){let ie={instancePath:t+"/webho\
oks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:H},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.told.items,data:M};r===null?r=[ie]:r.push(ie),s++}if(M.at!==void 0){
let H=M.at,ie=s,Ie=s,ut=s;if(typeof H=="string"){if(!rt.test(H)){let $e={instancePath:t+"/webhooks/told/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:H};r===null?
r=[$e]:r.push($e),s++}}else{let $e={instancePath:t+"/webhooks/told/"+v+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:X.type,parentSchema:X,data:H};r===null?r=[$e]:r.push($e),s++}var Jh=Ie===s,pn=ie===s}if(M.fact!==void 0){let H=M.fact,ie=s,Ie=c.properties.
webhooks.properties.told.items.properties.fact.enum;if(!(H==="id"||H==="model"||H==="created")){let $e={instancePath:t+"/webhooks/told/"+v+"/fact",schemaPath:"#\
/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.told.items.properties.fact.
enum},message:"must be equal to one of the allowed values",schema:c.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:c.properties.webhooks.
properties.told.items.properties.fact,data:H};r===null?r=[$e]:r.push($e),s++}var pn=ie===s}}else{let U={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/propert\
ies/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.told.items.type,
parentSchema:c.properties.webhooks.properties.told.items,data:M};r===null?r=[U]:r.push(U),s++}var $c=D===s;$c||($=!1)}}else{let $={instancePath:t+"/webhooks/tol\
d",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.
told.type,parentSchema:c.properties.webhooks.properties.told,data:w};r===null?r=[$]:r.push($),s++}var Dr=V===s}if(m.source!==void 0){let w=m.source,V=s,te=s,Z=s;
if(typeof w=="string"){if(oe(w)<1){let g={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:w};r===null?r=[g]:r.push(g),s++}var Sc=te===
s,Dr=V===s}}else{let K={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.webhooks.type,parentSchema:c.properties.webhooks,data:m};r===null?r=[K]:r.push(K),s++}var u=ye===s}if(e.rateHeaders!==void 0){let m=e.rateHeaders,ye=s;
Ns(m,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?Ns.errors:r.concat(Ns.errors),s=r.length);
var u=ye===s}if(e.upload!==void 0){let m=e.upload,ye=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.method===void 0){let d={instancePath:t+"/upload",schemaPath:"\
#/properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:c.properties.upload.required,
parentSchema:c.properties.upload,data:m};r===null?r=[d]:r.push(d),s++}if(m.path===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.upload.required,parentSchema:c.properties.
upload,data:m};r===null?r=[d]:r.push(d),s++}if(m.reference===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",
params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:m};
r===null?r=[d]:r.push(d),s++}if(m.source===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:m};r===null?r=[d]:r.push(d),s++}
let ee=s;for(let d in m)if(!(d==="method"||d==="path"||d==="field"||d==="reference"||d==="source")){let A={instancePath:t+"/upload",schemaPath:"#/properties/upl\
oad/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
upload,data:m};r===null?r=[A]:r.push(A),s++}if(m.method!==void 0){let d=m.method,A=s,ae=c.properties.upload.properties.method.enum;if(!(d==="POST"||d==="PUT")){
let we={instancePath:t+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:c.properties.upload.properties.
method.enum},message:"must be equal to one of the allowed values",schema:c.properties.upload.properties.method.enum,parentSchema:c.properties.upload.properties.
method,data:d};r===null?r=[we]:r.push(we),s++}var Bt=A===s}if(m.path!==void 0){let d=m.path,A=s,ae=s,we=s;if(typeof d=="string"){if(!Xt.test(d)){let w={instancePath:t+
"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:d};r===
null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:We.type,parentSchema:We,data:d};r===null?r=[w]:r.push(w),s++}var Dh=ae===s,Bt=A===s}if(m.field!==void 0){let d=m.field,A=s,ae=s;if(typeof d=="string"){if(oe(
d)<1){let K={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/uploa\
d/field",schemaPath:"#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.upload.properties.
field.type,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[K]:r.push(K),s++}var Bt=A===s}if(m.reference!==void 0){let d=m.reference,A=s,ae=s,
we=s;if(typeof d=="string"){if(!rt.test(d)){let w={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:d};r===null?r=[w]:r.push(w),s++}}else{
let w={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,
data:d};r===null?r=[w]:r.push(w),s++}var ha=ae===s,Bt=A===s}if(m.source!==void 0){let d=m.source,A=s,ae=s,we=s;if(typeof d=="string"){if(oe(d)<1){let w={instancePath:t+
"/upload/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var zh=ae===s,Bt=A===s}}else{let ee={instancePath:t+"/upload",schemaPath:"#/\
properties/upload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.upload.type,parentSchema:c.properties.upload,data:m};
r===null?r=[ee]:r.push(ee),s++}var u=ye===s}if(e.operations!==void 0){let m=e.operations,ye=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).
length<1){let d={instancePath:t+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have\
 fewer than 1 properties",schema:1,parentSchema:c.properties.operations,data:m};r===null?r=[d]:r.push(d),s++}let ee=s;for(let d in m)if(!(d==="video"||d==="imag\
e"||d==="audio"||d==="mesh")){let A={instancePath:t+"/operations",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.operations,data:m};r===null?r=[A]:r.push(A),s++}if(m.video!==
void 0){let d=m.video,A=s;Mt(d,{instancePath:t+"/operations/video",parentData:m,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?Mt.errors:
r.concat(Mt.errors),s=r.length);var cn=A===s}if(m.image!==void 0){let d=m.image,A=s;Mt(d,{instancePath:t+"/operations/image",parentData:m,parentDataProperty:"im\
age",rootData:o,dynamicAnchors:i})||(r=r===null?Mt.errors:r.concat(Mt.errors),s=r.length);var cn=A===s}if(m.audio!==void 0){let d=m.audio,A=s;Mt(d,{instancePath:t+
"/operations/audio",parentData:m,parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||(r=r===null?Mt.errors:r.concat(Mt.errors),s=r.length);var cn=A===s}if(m.
mesh!==void 0){let d=m.mesh,A=s;Mt(d,{instancePath:t+"/operations/mesh",parentData:m,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?Mt.errors:
r.concat(Mt.errors),s=r.length);var cn=A===s}}else{let ee={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"o\
bject"},message:"must be object",schema:c.properties.operations.type,parentSchema:c.properties.operations,data:m};r===null?r=[ee]:r.push(ee),s++}var u=ye===s}if(e.
errors!==void 0){let m=e.errors,ye=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.message===void 0){let d={instancePath:t+"/errors",schemaPath:"#/prop\
erties/errors/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:c.properties.errors.required,
parentSchema:c.properties.errors,data:m};r===null?r=[d]:r.push(d),s++}if(m.code===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/requir\
ed",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:c.properties.errors.required,parentSchema:c.properties.
errors,data:m};r===null?r=[d]:r.push(d),s++}if(m.proofs===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{
missingProperty:"proofs"},message:"must have required property 'proofs'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:m};r===null?r=
[d]:r.push(d),s++}let ee=s;for(let d in m)if(!(d==="message"||d==="code"||d==="codeHeader"||d==="status"||d==="inside"||d==="proofs")){let A={instancePath:t+"/e\
rrors",schemaPath:"#/properties/errors/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional prop\
erties",schema:!1,parentSchema:c.properties.errors,data:m};r===null?r=[A]:r.push(A),s++}if(m.message!==void 0){let d=m.message,A=s;xt(d,{instancePath:t+"/errors\
/message",parentData:m,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var js=A===s}if(m.code!==
void 0){let d=m.code,A=s;xt(d,{instancePath:t+"/errors/code",parentData:m,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(
xt.errors),s=r.length);var js=A===s}if(m.codeHeader!==void 0){let d=m.codeHeader,A=s,ae=s,we=s;if(typeof d=="string"){if(!As.test(d)){let w={instancePath:t+"/er\
rors/codeHeader",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',
schema:"^[A-Za-z0-9._-]+$",parentSchema:Zt,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/errors/codeHeader",schemaPath:"#/$defs/headerName/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:Zt.type,parentSchema:Zt,data:d};r===null?r=[w]:r.push(w),s++}var _c=ae===s,js=A===s}
if(m.status!==void 0){let d=m.status,A=s,ae=s,we=s;if(typeof d=="string"){if(!rt.test(d)){let w={instancePath:t+"/errors/status",schemaPath:"#/$defs/pointer/pat\
tern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,
data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/errors/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:X.type,parentSchema:X,data:d};r===null?r=[w]:r.push(w),s++}var dn=ae===s,js=A===s}if(m.inside!==void 0){let d=m.inside,A=s,ae=s;if(d&&typeof d==
"object"&&!Array.isArray(d)){if(d.at===void 0){let w={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"requi\
red",params:{missingProperty:"at"},message:"must have required property 'at'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.errors.
properties.inside,data:d};r===null?r=[w]:r.push(w),s++}if(d.source===void 0){let w={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/i\
nside/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.inside.
required,parentSchema:c.properties.errors.properties.inside,data:d};r===null?r=[w]:r.push(w),s++}let K=s;for(let w in d)if(!(w==="at"||w==="unless"||w==="source")){
let V={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.inside,data:d};r===null?r=[V]:r.push(V),s++}if(d.at!==void 0){
let w=d.at,V=s,te=s,Z=s;if(typeof w=="string"){if(!rt.test(w)){let $={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:w};r===null?r=[$]:
r.push($),s++}}else{let $={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.
type,parentSchema:X,data:w};r===null?r=[$]:r.push($),s++}var Ch=te===s,b=V===s}if(d.unless!==void 0){let w=d.unless,V=s;if(!Array.isArray(w)){let $={instancePath:t+
"/errors/inside/unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.errors.properties.inside.properties.unless.type,parentSchema:c.properties.errors.properties.inside.properties.unless,data:w};r===null?r=[$]:r.push($),
s++}let te=s;var b=V===s}if(d.source!==void 0){let w=d.source,V=s,te=s,Z=s;if(typeof w=="string"){if(oe(w)<1){let g={instancePath:t+"/errors/inside/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:w};r===null?r=[g]:r.
push(g),s++}}else{let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:re.type,parentSchema:re,data:w};r===null?r=[g]:r.push(g),s++}var je=te===s,b=V===s}}else{let K={instancePath:t+"/errors/inside",schemaPath:"#/properties/\
errors/properties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.errors.properties.inside.type,parentSchema:c.properties.
errors.properties.inside,data:d};r===null?r=[K]:r.push(K),s++}var js=A===s}if(m.proofs!==void 0){let d=m.proofs,A=s,ae=s;if(Array.isArray(d)){if(d.length<1){let V={
instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer tha\
n 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[V]:r.push(V),s++}let K=!0,w=d.length;for(let V=0;V<w;V++){let te=d[V],
Z=s,$=s;if(te&&typeof te=="object"&&!Array.isArray(te)){if(te.status===void 0){let v={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/propert\
ies/proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:c.properties.errors.properties.
proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?r=[v]:r.push(v),s++}if(te.proves===void 0){let v={instancePath:t+
"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?
r=[v]:r.push(v),s++}if(te.source===void 0){let v={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.
properties.errors.properties.proofs.items,data:te};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in te)if(!(v==="status"||v==="codes"||v==="says"||v==="proves"||
v==="means"||v==="source")){let M={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.proofs.items,
data:te};r===null?r=[M]:r.push(M),s++}if(te.status!==void 0){let v=te.status,M=s,D=s;if(typeof v=="string"){if(!ey.test(v)){let R={instancePath:t+"/errors/proof\
s/"+V+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:c.properties.errors.properties.proofs.items.properties.status,data:v};r===
null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/errors/proofs/"+V+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.status.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.status,data:v};r===null?r=[R]:r.push(R),s++}var dt=M===s}if(te.codes!==void 0){let v=te.codes,M=s,D=s;if(Array.isArray(
v)){if(v.length<1){let ie={instancePath:t+"/errors/proofs/"+V+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:v};
r===null?r=[ie]:r.push(ie),s++}let U=!0,H=v.length;for(let ie=0;ie<H;ie++){let Ie=v[ie],ut=s;if(typeof Ie!="string"){let L={instancePath:t+"/errors/proofs/"+V+"\
/codes/"+ie,schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.errors.properties.proofs.items.properties.codes.items.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes.items,data:Ie};
r===null?r=[L]:r.push(L),s++}let $e=s;var zr=ut===s;zr||(U=!1)}}else{let U={instancePath:t+"/errors/proofs/"+V+"/codes",schemaPath:"#/properties/errors/properti\
es/proofs/items/properties/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.proofs.items.properties.
codes.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:v};r===null?r=[U]:r.push(U),s++}var dt=M===s}if(te.says!==void 0){let v=te.
says,M=s,D=s;if(Array.isArray(v)){if(v.length<1){let ie={instancePath:t+"/errors/proofs/"+V+"/says",schemaPath:"#/properties/errors/properties/proofs/items/prop\
erties/says/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.
items.properties.says,data:v};r===null?r=[ie]:r.push(ie),s++}let U=!0,H=v.length;for(let ie=0;ie<H;ie++){let Ie=v[ie],ut=s,$e=s;if(typeof Ie=="string"){if(oe(Ie)<
1){let L={instancePath:t+"/errors/proofs/"+V+"/says/"+ie,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.says.items,data:Ie};
r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/errors/proofs/"+V+"/says/"+ie,schemaPath:"#/properties/errors/properties/proofs/items/properties/says\
/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:c.
properties.errors.properties.proofs.items.properties.says.items,data:Ie};r===null?r=[L]:r.push(L),s++}var fe=ut===s;fe||(U=!1)}}else{let U={instancePath:t+"/err\
ors/proofs/"+V+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:c.properties.errors.properties.proofs.items.properties.says.type,parentSchema:c.properties.errors.properties.proofs.items.properties.says,data:v};r===null?
r=[U]:r.push(U),s++}var dt=M===s}if(te.proves!==void 0){let v=te.proves,M=s,D=c.properties.errors.properties.proofs.items.properties.proves.enum;if(!(v==="rejec\
ted"||v==="busy"||v==="credentials"||v==="payment"||v==="may-exist"||v==="unknown-model")){let U={instancePath:t+"/errors/proofs/"+V+"/proves",schemaPath:"#/pro\
perties/errors/properties/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:c.properties.errors.properties.proofs.items.properties.proves.
enum},message:"must be equal to one of the allowed values",schema:c.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:c.properties.errors.
properties.proofs.items.properties.proves,data:v};r===null?r=[U]:r.push(U),s++}var dt=M===s}if(te.means!==void 0){let v=te.means,M=s,D=s;if(typeof v=="string"){
if(oe(v)<1){let U={instancePath:t+"/errors/proofs/"+V+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.means,data:v};
r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/errors/proofs/"+V+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.means.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.means,data:v};r===null?r=[U]:r.push(U),s++}var dt=M===s}if(te.source!==void 0){let v=te.source,M=s,D=s,R=s;if(typeof v==
"string"){if(oe(v)<1){let H={instancePath:t+"/errors/proofs/"+V+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:re,data:v};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/errors/proofs/"+V+"/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:v};r===null?r=[H]:r.push(H),s++}var h=D===
s,dt=M===s}}else{let g={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.errors.properties.proofs.items.type,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?r=[g]:r.push(
g),s++}var P=Z===s;P||(K=!1)}}else{let K={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"a\
rray"},message:"must be array",schema:c.properties.errors.properties.proofs.type,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[K]:r.push(
K),s++}var js=A===s}}else{let ee={instancePath:t+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.properties.errors.type,parentSchema:c.properties.errors,data:m};r===null?r=[ee]:r.push(ee),s++}var u=ye===s}if(e.cancelRules!==void 0){let m=e.cancelRules,
ye=s,St=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.queued===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",
keyword:"required",params:{missingProperty:"queued"},message:"must have required property 'queued'",schema:c.properties.cancelRules.required,parentSchema:c.properties.
cancelRules,data:m};r===null?r=[d]:r.push(d),s++}if(m.processing===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"processing"},message:"must have required property 'processing'",schema:c.properties.cancelRules.required,parentSchema:c.properties.
cancelRules,data:m};r===null?r=[d]:r.push(d),s++}if(m.ended===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"ended"},message:"must have required property 'ended'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:m};r===null?r=[d]:r.push(d),s++}if(m.cancelled===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"requi\
red",params:{missingProperty:"cancelled"},message:"must have required property 'cancelled'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:m};r===null?r=[d]:r.push(d),s++}if(m.source===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",
params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:m};r===null?r=[d]:r.push(d),s++}let ee=s;for(let d in m)if(!(d==="queued"||d==="processing"||d==="ended"||d==="cancelled"||d==="source")){let A={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:c.properties.cancelRules,data:m};r===null?r=[A]:r.push(A),s++}if(m.queued!==void 0){let d=m.queued,A=s,ae=s,we=s,K=s,
w=s,V=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let te;if(d.body===void 0&&(te="body")||d.error===void 0&&(te="error")){let Z={};r===null?r=[Z]:r.push(Z),s++}}
var I=V===s;if(I){let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:z.
allOf[0].not,parentSchema:z.allOf[0],data:d};r===null?r=[te]:r.push(te),s++}else s=w,r!==null&&(w?r.length=w:r=null);var De=K===s;if(d&&typeof d=="object"&&!Array.
isArray(d)){if(d.then===void 0){let Z={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"\
then"},message:"must have required property 'then'",schema:z.required,parentSchema:z,data:d};r===null?r=[Z]:r.push(Z),s++}let te=s;for(let Z in d)if(!(Z==="then"||
Z==="status"||Z==="body"||Z==="error")){let $={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProp\
erties",params:{additionalProperty:Z},message:"must NOT have additional properties",schema:!1,parentSchema:z,data:d};r===null?r=[$]:r.push($),s++}if(d.then!==void 0){
let Z=d.then,$=s,g=z.properties.then.enum;if(!(Z==="cancelled"||Z==="goes-on"||Z==="removed"||Z==="refused")){let v={instancePath:t+"/cancelRules/queued/then",schemaPath:"\
#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:z.properties.then.enum},message:"must be equal to one of the allowed values",schema:z.
properties.then.enum,parentSchema:z.properties.then,data:Z};r===null?r=[v]:r.push(v),s++}var B=$===s}if(d.status!==void 0){let Z=d.status,$=s;if(!(typeof Z=="nu\
mber"&&!(Z%1)&&!isNaN(Z))){let M={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:z.properties.status.type,parentSchema:z.properties.status,data:Z};r===null?r=[M]:r.push(M),s++}let g=s;if(typeof Z=="\
number"){if(Z>599||isNaN(Z)){let M={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{
comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:z.properties.status,data:Z};r===null?r=[M]:r.push(M),s++}if(Z<200||isNaN(Z)){let M={
instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"\
must be >= 200",schema:200,parentSchema:z.properties.status,data:Z};r===null?r=[M]:r.push(M),s++}}var B=$===s}if(d.error!==void 0){let Z=d.error,$=s,g=s;if(Z&&typeof Z==
"object"&&!Array.isArray(Z)){if(Z.code===void 0){let D={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"\
required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:z.properties.error.required,parentSchema:z.properties.error,data:Z};
r===null?r=[D]:r.push(D),s++}if(Z.message===void 0){let D={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",
keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:z.properties.error.required,parentSchema:z.properties.
error,data:Z};r===null?r=[D]:r.push(D),s++}let M=s;for(let D in Z)if(!(D==="code"||D==="message")){let R={instancePath:t+"/cancelRules/queued/error",schemaPath:"\
#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:z.properties.error,data:Z};r===null?r=[R]:r.push(R),s++}if(Z.code!==void 0){let D=Z.code,R=s,U=s;if(typeof D=="string"){if(oe(D)<1){
let H={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:z.properties.error.properties.code,data:D};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+
"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:z.properties.error.properties.code.type,parentSchema:z.properties.error.properties.code,data:D};r===null?r=[H]:r.push(H),s++}var _=R===s}if(Z.message!==
void 0){let D=Z.message,R=s,U=s;if(typeof D=="string"){if(oe(D)<1){let ie={instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/pro\
perties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:z.properties.
error.properties.message,data:D};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/\
properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:z.properties.error.properties.message.type,parentSchema:z.
properties.error.properties.message,data:D};r===null?r=[ie]:r.push(ie),s++}var _=R===s}}else{let M={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$de\
fs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:z.properties.error.type,parentSchema:z.properties.error,
data:Z};r===null?r=[M]:r.push(M),s++}var B=$===s}}else{let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:z.type,parentSchema:z,data:d};r===null?r=[te]:r.push(te),s++}var O=ae===s,se=A===s}if(m.processing!==void 0){let d=m.
processing,A=s,ae=s,we=s,K=s,w=s,V=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let Z;if(d.body===void 0&&(Z="body")||d.error===void 0&&(Z="error")){let $={};
r===null?r=[$]:r.push($),s++}}var _e=V===s;if(_e){let Z={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},
message:"must NOT be valid",schema:z.allOf[0].not,parentSchema:z.allOf[0],data:d};r===null?r=[Z]:r.push(Z),s++}else s=w,r!==null&&(w?r.length=w:r=null);var Pe=K===
s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let $={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/required",keyword:"\
required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:z.required,parentSchema:z,data:d};r===null?r=[$]:r.push($),s++}let Z=s;
for(let $ in d)if(!($==="then"||$==="status"||$==="body"||$==="error")){let g={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/additiona\
lProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:z,data:d};r===null?
r=[g]:r.push(g),s++}if(d.then!==void 0){let $=d.then,g=s,v=z.properties.then.enum;if(!($==="cancelled"||$==="goes-on"||$==="removed"||$==="refused")){let M={instancePath:t+
"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:z.properties.then.enum},message:"must b\
e equal to one of the allowed values",schema:z.properties.then.enum,parentSchema:z.properties.then,data:$};r===null?r=[M]:r.push(M),s++}var Y=g===s}if(d.status!==
void 0){let $=d.status,g=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let D={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/pr\
operties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:z.properties.status.type,parentSchema:z.properties.status,data:$};
r===null?r=[D]:r.push(D),s++}let v=s;if(typeof $=="number"){if($>599||isNaN($)){let D={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cance\
lRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:z.properties.status,data:$};
r===null?r=[D]:r.push(D),s++}if($<200||isNaN($)){let D={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",
keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:z.properties.status,data:$};r===null?r=[D]:r.push(D),s++}}
var Y=g===s}if(d.error!==void 0){let $=d.error,g=s,v=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.code===void 0){let R={instancePath:t+"/cancelRules/proc\
essing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property \
'code'",schema:z.properties.error.required,parentSchema:z.properties.error,data:$};r===null?r=[R]:r.push(R),s++}if($.message===void 0){let R={instancePath:t+"/c\
ancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have \
required property 'message'",schema:z.properties.error.required,parentSchema:z.properties.error,data:$};r===null?r=[R]:r.push(R),s++}let D=s;for(let R in $)if(!(R===
"code"||R==="message")){let U={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:z.properties.error,data:$};r===null?r=[U]:
r.push(U),s++}if($.code!==void 0){let R=$.code,U=s,H=s;if(typeof R=="string"){if(oe(R)<1){let ie={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:z.
properties.error.properties.code,data:R};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"#/$defs/ca\
ncelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:z.properties.error.properties.code.type,parentSchema:z.
properties.error.properties.code,data:R};r===null?r=[ie]:r.push(ie),s++}var C=U===s}if($.message!==void 0){let R=$.message,U=s,H=s;if(typeof R=="string"){if(oe(
R)<1){let Ie={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:z.properties.error.properties.message,data:R};r===null?r=[Ie]:r.push(
Ie),s++}}else{let Ie={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:z.properties.error.properties.message.type,parentSchema:z.properties.error.properties.message,data:R};
r===null?r=[Ie]:r.push(Ie),s++}var C=U===s}}else{let D={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:z.properties.error.type,parentSchema:z.properties.error,data:$};r===null?r=[D]:r.push(D),s++}var Y=g===
s}}else{let Z={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:z.
type,parentSchema:z,data:d};r===null?r=[Z]:r.push(Z),s++}var Ke=ae===s,se=A===s}if(m.ended!==void 0){let d=m.ended,A=s,ae=s,we=s,K=s,w=s,V=s;if(d&&typeof d=="ob\
ject"&&!Array.isArray(d)){let Z;if(d.body===void 0&&(Z="body")||d.error===void 0&&(Z="error")){let $={};r===null?r=[$]:r.push($),s++}}var nt=V===s;if(nt){let Z={
instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:z.allOf[0].not,parentSchema:z.
allOf[0],data:d};r===null?r=[Z]:r.push(Z),s++}else s=w,r!==null&&(w?r.length=w:r=null);var tt=K===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){
let $={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have requir\
ed property 'then'",schema:z.required,parentSchema:z,data:d};r===null?r=[$]:r.push($),s++}let Z=s;for(let $ in d)if(!($==="then"||$==="status"||$==="body"||$===
"error")){let g={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},
message:"must NOT have additional properties",schema:!1,parentSchema:z,data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let $=d.then,g=s,v=z.properties.
then.enum;if(!($==="cancelled"||$==="goes-on"||$==="removed"||$==="refused")){let M={instancePath:t+"/cancelRules/ended/then",schemaPath:"#/$defs/cancelRule/pro\
perties/then/enum",keyword:"enum",params:{allowedValues:z.properties.then.enum},message:"must be equal to one of the allowed values",schema:z.properties.then.enum,
parentSchema:z.properties.then,data:$};r===null?r=[M]:r.push(M),s++}var Te=g===s}if(d.status!==void 0){let $=d.status,g=s;if(!(typeof $=="number"&&!($%1)&&!isNaN(
$))){let D={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"mu\
st be integer",schema:z.properties.status.type,parentSchema:z.properties.status,data:$};r===null?r=[D]:r.push(D),s++}let v=s;if(typeof $=="number"){if($>599||isNaN(
$)){let D={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:z.properties.status,data:$};r===null?r=[D]:r.push(D),s++}if($<200||isNaN($)){let D={instancePath:t+"/cancelRule\
s/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,
parentSchema:z.properties.status,data:$};r===null?r=[D]:r.push(D),s++}}var Te=g===s}if(d.error!==void 0){let $=d.error,g=s,v=s;if($&&typeof $=="object"&&!Array.
isArray($)){if($.code===void 0){let R={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{
missingProperty:"code"},message:"must have required property 'code'",schema:z.properties.error.required,parentSchema:z.properties.error,data:$};r===null?r=[R]:r.
push(R),s++}if($.message===void 0){let R={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",
params:{missingProperty:"message"},message:"must have required property 'message'",schema:z.properties.error.required,parentSchema:z.properties.error,data:$};r===
null?r=[R]:r.push(R),s++}let D=s;for(let R in $)if(!(R==="code"||R==="message")){let U={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule\
/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:z.
properties.error,data:$};r===null?r=[U]:r.push(U),s++}if($.code!==void 0){let R=$.code,U=s,H=s;if(typeof R=="string"){if(oe(R)<1){let ie={instancePath:t+"/cance\
lRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have \
fewer than 1 characters",schema:1,parentSchema:z.properties.error.properties.code,data:R};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/cancelRu\
les/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:z.
properties.error.properties.code.type,parentSchema:z.properties.error.properties.code,data:R};r===null?r=[ie]:r.push(ie),s++}var be=U===s}if($.message!==void 0){
let R=$.message,U=s,H=s;if(typeof R=="string"){if(oe(R)<1){let Ie={instancePath:t+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/properties/e\
rror/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:z.properties.error.
properties.message,data:R};r===null?r=[Ie]:r.push(Ie),s++}}else{let Ie={instancePath:t+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/propert\
ies/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:z.properties.error.properties.message.type,parentSchema:z.
properties.error.properties.message,data:R};r===null?r=[Ie]:r.push(Ie),s++}var be=U===s}}else{let D={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$de\
fs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:z.properties.error.type,parentSchema:z.properties.error,
data:$};r===null?r=[D]:r.push(D),s++}var Te=g===s}}else{let Z={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:z.type,parentSchema:z,data:d};r===null?r=[Z]:r.push(Z),s++}var Ne=ae===s,se=A===s}if(m.cancelled!==void 0){let d=m.cancelled,
A=s,ae=s,we=s,K=s,w=s,V=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let Z;if(d.body===void 0&&(Z="body")||d.error===void 0&&(Z="error")){let $={};r===null?r=
[$]:r.push($),s++}}var Tt=V===s;if(Tt){let Z={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"\
must NOT be valid",schema:z.allOf[0].not,parentSchema:z.allOf[0],data:d};r===null?r=[Z]:r.push(Z),s++}else s=w,r!==null&&(w?r.length=w:r=null);var vt=K===s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let $={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/required",keyword:"requ\
ired",params:{missingProperty:"then"},message:"must have required property 'then'",schema:z.required,parentSchema:z,data:d};r===null?r=[$]:r.push($),s++}let Z=s;
for(let $ in d)if(!($==="then"||$==="status"||$==="body"||$==="error")){let g={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/additional\
Properties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:z,data:d};r===null?
r=[g]:r.push(g),s++}if(d.then!==void 0){let $=d.then,g=s,v=z.properties.then.enum;if(!($==="cancelled"||$==="goes-on"||$==="removed"||$==="refused")){let M={instancePath:t+
"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:z.properties.then.enum},message:"must be\
 equal to one of the allowed values",schema:z.properties.then.enum,parentSchema:z.properties.then,data:$};r===null?r=[M]:r.push(M),s++}var bt=g===s}if(d.status!==
void 0){let $=d.status,g=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let D={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/pro\
perties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:z.properties.status.type,parentSchema:z.properties.status,data:$};r===
null?r=[D]:r.push(D),s++}let v=s;if(typeof $=="number"){if($>599||isNaN($)){let D={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule\
/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:z.properties.status,data:$};r===
null?r=[D]:r.push(D),s++}if($<200||isNaN($)){let D={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"\
minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:z.properties.status,data:$};r===null?r=[D]:r.push(D),s++}}var bt=g===
s}if(d.error!==void 0){let $=d.error,g=s,v=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.code===void 0){let R={instancePath:t+"/cancelRules/cancelled/erro\
r",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:z.
properties.error.required,parentSchema:z.properties.error,data:$};r===null?r=[R]:r.push(R),s++}if($.message===void 0){let R={instancePath:t+"/cancelRules/cancel\
led/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property \
'message'",schema:z.properties.error.required,parentSchema:z.properties.error,data:$};r===null?r=[R]:r.push(R),s++}let D=s;for(let R in $)if(!(R==="code"||R==="\
message")){let U={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:z.properties.error,data:$};r===null?r=[U]:r.push(U),s++}
if($.code!==void 0){let R=$.code,U=s,H=s;if(typeof R=="string"){if(oe(R)<1){let ie={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cance\
lRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:z.properties.
error.properties.code,data:R};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cancelRule/pro\
perties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:z.properties.error.properties.code.type,parentSchema:z.
properties.error.properties.code,data:R};r===null?r=[ie]:r.push(ie),s++}var Gt=U===s}if($.message!==void 0){let R=$.message,U=s,H=s;if(typeof R=="string"){if(oe(
R)<1){let Ie={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:z.properties.error.properties.message,data:R};r===null?r=[Ie]:r.push(
Ie),s++}}else{let Ie={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:z.properties.error.properties.message.type,parentSchema:z.properties.error.properties.message,data:R};
r===null?r=[Ie]:r.push(Ie),s++}var Gt=U===s}}else{let D={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:z.properties.error.type,parentSchema:z.properties.error,data:$};r===null?r=[D]:r.push(D),s++}var bt=g===
s}}else{let Z={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:z.
type,parentSchema:z,data:d};r===null?r=[Z]:r.push(Z),s++}var os=ae===s,se=A===s}if(m.source!==void 0){let d=m.source,A=s,ae=s,we=s;if(typeof d=="string"){if(oe(
d)<1){let w={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[w]:r.push(w),s++}var Cr=ae===s,se=A===s}}else{let ee={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.cancelRules.type,parentSchema:c.
properties.cancelRules,data:m};r===null?r=[ee]:r.push(ee),s++}var u=ye===s}if(e.disagreements!==void 0){let m=e.disagreements,ye=s,St=s;if(Array.isArray(m)){let ee=!0,
d=m.length;for(let A=0;A<d;A++){let ae=m[A],we=s,K=s;if(ae&&typeof ae=="object"&&!Array.isArray(ae)){if(ae.topic===void 0){let V={instancePath:t+"/disagreements\
/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:c.
properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ae};r===null?r=[V]:r.push(V),s++}if(ae.between===void 0){let V={instancePath:t+
"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required pro\
perty 'between'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ae};r===null?r=[V]:r.push(V),s++}if(ae.follows===
void 0){let V={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"\
must have required property 'follows'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ae};r===null?r=[V]:r.
push(V),s++}let w=s;for(let V in ae)if(!(V==="topic"||V==="between"||V==="follows")){let te={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagre\
ements/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:V},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.disagreements.items,data:ae};r===null?r=[te]:r.push(te),s++}if(ae.topic!==void 0){let V=ae.topic,te=s,Z=s;if(typeof V=="string"){if(oe(V)<1){let $={instancePath:t+
"/disagreements/"+A+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.topic,data:V};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+
"/disagreements/"+A+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.disagreements.items.properties.topic.type,parentSchema:c.properties.disagreements.items.properties.topic,data:V};r===null?r=[$]:r.push($),s++}
var un=te===s}if(ae.between!==void 0){let V=ae.between,te=s,Z=s;if(Array.isArray(V)){if(V.length<1){let M={instancePath:t+"/disagreements/"+A+"/between",schemaPath:"\
#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.disagreements.items.properties.between,data:V};r===null?r=[M]:r.push(M),s++}let g=!0,v=V.length;for(let M=0;M<v;M++){let D=V[M],R=s,U=s,H=s;if(typeof D==
"string"){if(oe(D)<1){let ie={instancePath:t+"/disagreements/"+A+"/between/"+M,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:D};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/disagreements/"+A+"/betwee\
n/"+M,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:D};r===null?r=[ie]:r.push(
ie),s++}var Wt=U===s,wt=R===s;wt||(g=!1)}}else{let g={instancePath:t+"/disagreements/"+A+"/between",schemaPath:"#/properties/disagreements/items/properties/betw\
een/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.disagreements.items.properties.between.type,parentSchema:c.properties.
disagreements.items.properties.between,data:V};r===null?r=[g]:r.push(g),s++}var un=te===s}if(ae.follows!==void 0){let V=ae.follows,te=s,Z=s;if(typeof V=="string"){
if(oe(V)<1){let g={instancePath:t+"/disagreements/"+A+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.follows,data:V};r===null?r=[g]:
r.push(g),s++}}else{let g={instancePath:t+"/disagreements/"+A+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.disagreements.items.properties.follows.type,parentSchema:c.properties.disagreements.items.properties.
follows,data:V};r===null?r=[g]:r.push(g),s++}var un=te===s}}else{let w={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.disagreements.items.type,parentSchema:c.properties.disagreements.items,data:ae};r===null?
r=[w]:r.push(w),s++}var vr=we===s;vr||(ee=!1)}}else{let ee={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:c.properties.disagreements.type,parentSchema:c.properties.disagreements,data:m};r===null?r=[ee]:r.push(ee),s++}var u=ye===
s}}else{let is={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.type,parentSchema:c,data:e};r===null?
r=[is]:r.push(is),s++}return ln.errors=r,s===0}ln.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Fs=ue(Ze=>{"use strict";Object.defineProperty(Ze,"__esModule",{value:!0});Ze.regexpCode=Ze.getEsmExportName=Ze.getProperty=Ze.safeStringify=Ze.stringify=Ze.
strConcat=Ze.addCodeArg=Ze.str=Ze._=Ze.nil=Ze._Code=Ze.Name=Ze.IDENTIFIER=Ze._CodeOrName=void 0;var ka=class{};Ze._CodeOrName=ka;Ze.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var ds=class extends ka{constructor(t){if(super(),!Ze.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};Ze.Name=ds;var er=class extends ka{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?
t:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof
ds&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Ze._Code=er;Ze.nil=new er("");function td(e,...t){let a=[e[0]],n=0;for(;n<t.length;)oi(a,t[n]),a.push(e[++n]);return new er(
a)}Ze._=td;var ni=new er("+");function rd(e,...t){let a=[Pa(e[0])],n=0;for(;n<t.length;)a.push(ni),oi(a,t[n]),a.push(ni,Pa(e[++n]));return vy(a),new er(a)}Ze.str=
rd;function oi(e,t){t instanceof er?e.push(...t._items):t instanceof ds?e.push(t):e.push($y(t))}Ze.addCodeArg=oi;function vy(e){let t=1;for(;t<e.length-1;){if(e[t]===
ni){let a=ky(e[t-1],e[t+1]);if(a!==void 0){e.splice(t-1,3,a);continue}e[t++]="+"}t++}}function ky(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="s\
tring")return t instanceof ds||e[e.length-1]!=='"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="st\
ring"&&t[0]==='"'&&!(e instanceof ds))return`"${e}${t.slice(1)}`}function Py(e,t){return t.emptyStr()?e:e.emptyStr()?t:rd`${e}${t}`}Ze.strConcat=Py;function $y(e){
return typeof e=="number"||typeof e=="boolean"||e===null?e:Pa(Array.isArray(e)?e.join(","):e)}function Sy(e){return new er(Pa(e))}Ze.stringify=Sy;function Pa(e){
return JSON.stringify(e).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}Ze.safeStringify=Pa;function _y(e){return typeof e=="string"&&Ze.IDENTIFIER.test(
e)?new er(`.${e}`):td`[${e}]`}Ze.getProperty=_y;function xy(e){if(typeof e=="string"&&Ze.IDENTIFIER.test(e))return new er(`${e}`);throw new Error(`CodeGen: inva\
lid export name: ${e}, use explicit $id name mapping`)}Ze.getEsmExportName=xy;function qy(e){return new er(e.toString())}Ze.regexpCode=qy});var ci=ue(Jt=>{"use strict";Object.defineProperty(Jt,"__esModule",{value:!0});Jt.ValueScope=Jt.ValueScopeName=Jt.Scope=Jt.varKinds=Jt.UsedValueState=void 0;var Ut=Fs(),
ii=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},bn;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(bn||(Jt.UsedValueState=bn={}));Jt.varKinds={const:new Ut.Name("const"),let:new Ut.Name("let"),var:new Ut.Name("var")};var wn=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof Ut.Name?t:this.name(t)}name(t){return new Ut.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};Jt.Scope=wn;var vn=class extends Ut.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,Ut._)`.${new Ut.Name(a)}[${n}]`}};Jt.ValueScopeName=vn;var Oy=(0,Ut._)`\n`,pi=class extends wn{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?Oy:Ut.nil}}get(){return this._scope}name(t){return new vn(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let u=s.get(r);if(u)return u}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),l=p.length;return p[l]=a.ref,o.setValue(a,{property:i,itemIndex:l}),o}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,Ut._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(t,a,n={},o){let i=Ut.nil;for(let r in t){let s=t[r];if(!s)continue;let p=n[r]=n[r]||new Map;
s.forEach(l=>{if(p.has(l))return;p.set(l,bn.Started);let u=a(l);if(u){let f=this.opts.es5?Jt.varKinds.var:Jt.varKinds.const;i=(0,Ut._)`${i}${f} ${l} = ${u};${this.
opts._n}`}else if(u=o?.(l))i=(0,Ut._)`${i}${u}${this.opts._n}`;else throw new ii(l);p.set(l,bn.Completed)})}return i}};Jt.ValueScope=pi});var Ue=ue(Ve=>{"use strict";Object.defineProperty(Ve,"__esModule",{value:!0});Ve.or=Ve.and=Ve.not=Ve.CodeGen=Ve.operators=Ve.varKinds=Ve.ValueScopeName=Ve.ValueScope=
Ve.Scope=Ve.Name=Ve.regexpCode=Ve.stringify=Ve.getProperty=Ve.nil=Ve.strConcat=Ve.str=Ve._=void 0;var He=Fs(),dr=ci(),Hr=Fs();Object.defineProperty(Ve,"_",{enumerable:!0,
get:function(){return Hr._}});Object.defineProperty(Ve,"str",{enumerable:!0,get:function(){return Hr.str}});Object.defineProperty(Ve,"strConcat",{enumerable:!0,
get:function(){return Hr.strConcat}});Object.defineProperty(Ve,"nil",{enumerable:!0,get:function(){return Hr.nil}});Object.defineProperty(Ve,"getProperty",{enumerable:!0,
get:function(){return Hr.getProperty}});Object.defineProperty(Ve,"stringify",{enumerable:!0,get:function(){return Hr.stringify}});Object.defineProperty(Ve,"rege\
xpCode",{enumerable:!0,get:function(){return Hr.regexpCode}});Object.defineProperty(Ve,"Name",{enumerable:!0,get:function(){return Hr.Name}});var Sn=ci();Object.
defineProperty(Ve,"Scope",{enumerable:!0,get:function(){return Sn.Scope}});Object.defineProperty(Ve,"ValueScope",{enumerable:!0,get:function(){return Sn.ValueScope}});
Object.defineProperty(Ve,"ValueScopeName",{enumerable:!0,get:function(){return Sn.ValueScopeName}});Object.defineProperty(Ve,"varKinds",{enumerable:!0,get:function(){
return Sn.varKinds}});Ve.operators={GT:new He._Code(">"),GTE:new He._Code(">="),LT:new He._Code("<"),LTE:new He._Code("<="),EQ:new He._Code("==="),NEQ:new He._Code(
"!=="),NOT:new He._Code("!"),OR:new He._Code("||"),AND:new He._Code("&&"),ADD:new He._Code("+")};var Ir=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
di=class extends Ir{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?dr.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=Us(this.rhs,t,a)),this}get names(){return this.
rhs instanceof He._CodeOrName?this.rhs.names:{}}},kn=class extends Ir{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof He.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=Us(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof He.Name?{}:{...this.lhs.names};return $n(t,this.rhs)}},ui=class extends kn{constructor(t,a,n,o){super(t,n,o),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},li=class extends Ir{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
mi=class extends Ir{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},fi=class extends Ir{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},hi=class extends Ir{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=Us(this.code,t,a),this}get names(){return this.
code instanceof He._CodeOrName?this.code.names:{}}},$a=class extends Ir{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(t,a)||(jy(t,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>ms(t,a.names),{})}},Mr=class extends $a{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},yi=class extends $a{},Vs=class extends Mr{};
Vs.kind="else";var us=class e extends Mr{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Vs(n):n}if(a)return t===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(sd(t),a instanceof e?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=Us(this.condition,t,a),this}get names(){let t=super.names;return $n(t,this.condition),this.else&&ms(t,this.else.names),t}};us.kind=
"if";var ls=class extends Mr{};ls.kind="for";var gi=class extends ls{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=Us(this.iteration,t,a),this}get names(){return ms(super.names,this.iteration.names)}},bi=class extends ls{constructor(t,a,n,o){
super(),this.varKind=t,this.name=a,this.from=n,this.to=o}render(t){let a=t.es5?dr.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(t)}get names(){let t=$n(super.names,this.from);return $n(t,this.to)}},Pn=class extends ls{constructor(t,a,n,o){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=Us(this.iterable,t,a),this}get names(){return ms(super.names,this.iterable.names)}},Sa=class extends Mr{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};Sa.kind="func";var _a=class extends $a{render(t){
return"return "+super.render(t)}};_a.kind="return";var wi=class extends Mr{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,o;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&ms(t,this.catch.names),this.finally&&ms(t,this.finally.names),
t}},xa=class extends Mr{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};xa.kind="catch";var qa=class extends Mr{render(t){
return"finally"+super.render(t)}};qa.kind="finally";var vi=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new dr.Scope({parent:t}),this._nodes=[new yi]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new di(t,i,n)),i}const(t,a,n){return this.
_def(dr.varKinds.const,t,a,n)}let(t,a,n){return this._def(dr.varKinds.let,t,a,n)}var(t,a,n){return this._def(dr.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new kn(t,a,n))}add(t,a){return this._leafNode(new ui(t,Ve.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==He.nil&&this._leafNode(new hi(t)),this}object(...t){
let a=["{"];for(let[n,o]of t)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,He.addCodeArg)(a,o));return a.push("}"),new He._Code(a)}if(t,a,n){
if(this._blockNode(new us(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new us(t))}else(){return this._elseNode(new Vs)}endIf(){return this._endBlockNode(us,Vs)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new gi(t),a)}forRange(t,a,n,o,i=this.opts.es5?dr.varKinds.var:dr.varKinds.let){let r=this.
_scope.toName(t);return this._for(new bi(i,r,a,n),()=>o(r))}forOf(t,a,n,o=dr.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=a instanceof He.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,He._)`${r}.length`,s=>{this.var(i,(0,He._)`${r}[${s}]`),n(i)})}return this._for(new Pn("of",o,i,a),()=>n(
i))}forIn(t,a,n,o=this.opts.es5?dr.varKinds.var:dr.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,He._)`Object.keys(${a})`,n);let i=this._scope.
toName(t);return this._for(new Pn("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(ls)}label(t){return this._leafNode(new li(t))}break(t){return this._leafNode(
new mi(t))}return(t){let a=new _a;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
_a)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new wi;if(this._blockNode(o),this.code(t),a){let i=this.name("e");
this._currNode=o.catch=new xa(i),a(i)}return n&&(this._currNode=o.finally=new qa,this.code(n)),this._endBlockNode(xa,qa)}throw(t){return this._leafNode(new fi(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=He.nil,n,o){return this._blockNode(new Sa(t,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(Sa)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof us))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};Ve.CodeGen=vi;function ms(e,t){for(let a in t)e[a]=(e[a]||0)+(t[a]||0);return e}function $n(e,t){return t instanceof He._CodeOrName?ms(e,t.names):
e}function Us(e,t,a){if(e instanceof He.Name)return n(e);if(!o(e))return e;return new He._Code(e._items.reduce((i,r)=>(r instanceof He.Name&&(r=n(r)),r instanceof
He._Code?i.push(...r._items):i.push(r),i),[]));function n(i){let r=a[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
He._Code&&i._items.some(r=>r instanceof He.Name&&t[r.str]===1&&a[r.str]!==void 0)}}function jy(e,t){for(let a in t)e[a]=(e[a]||0)-(t[a]||0)}function sd(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,He._)`!${ki(e)}`}Ve.not=sd;var Ty=ad(Ve.operators.AND);function Ay(...e){return e.reduce(Ty)}Ve.and=Ay;var Ny=ad(Ve.
operators.OR);function Ry(...e){return e.reduce(Ny)}Ve.or=Ry;function ad(e){return(t,a)=>t===He.nil?a:a===He.nil?t:(0,He._)`${ki(t)} ${e} ${ki(a)}`}function ki(e){
return e instanceof He.Name?e:(0,He._)`(${e})`}});var Be=ue(Je=>{"use strict";Object.defineProperty(Je,"__esModule",{value:!0});Je.checkStrictMode=Je.getErrorPath=Je.Type=Je.useFunc=Je.setEvaluated=Je.evaluatedPropsToName=
Je.mergeEvaluated=Je.eachItem=Je.unescapeJsonPointer=Je.escapeJsonPointer=Je.escapeFragment=Je.unescapeFragment=Je.schemaRefOrVal=Je.schemaHasRulesButRef=Je.schemaHasRules=
Je.checkUnknownRules=Je.alwaysValidSchema=Je.toHash=void 0;var pt=Ue(),Ey=Fs();function Iy(e){let t={};for(let a of e)t[a]=!0;return t}Je.toHash=Iy;function My(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(id(e,t),!pd(t,e.self.RULES.all))}Je.alwaysValidSchema=My;function id(e,t=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof t=="boolean")return;let o=n.RULES.keywords;for(let i in t)o[i]||ud(e,`unknown keyword: "${i}"`)}Je.checkUnknownRules=id;function pd(e,t){
if(typeof e=="boolean")return!e;for(let a in e)if(t[a])return!0;return!1}Je.schemaHasRules=pd;function Ly(e,t){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&t.all[a])return!0;return!1}Je.schemaHasRulesButRef=Ly;function Fy({topSchemaRef:e,schemaPath:t},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,pt._)`${a}`}return(0,pt._)`${e}${t}${(0,pt.getProperty)(n)}`}Je.schemaRefOrVal=Fy;function Vy(e){return cd(decodeURIComponent(
e))}Je.unescapeFragment=Vy;function Uy(e){return encodeURIComponent($i(e))}Je.escapeFragment=Uy;function $i(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}Je.escapeJsonPointer=$i;function cd(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}Je.unescapeJsonPointer=cd;function Jy(e,t){if(Array.
isArray(e))for(let a of e)t(a);else t(e)}Je.eachItem=Jy;function nd({mergeNames:e,mergeToName:t,mergeValues:a,resultToName:n}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof pt.Name?(i instanceof pt.Name?e(o,i,r):t(o,i,r),r):i instanceof pt.Name?(t(o,r,i),i):a(i,r);return s===pt.Name&&!(p instanceof pt.Name)?n(o,p):p}}
Je.mergeEvaluated={props:nd({mergeNames:(e,t,a)=>e.if((0,pt._)`${a} !== true && ${t} !== undefined`,()=>{e.if((0,pt._)`${t} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,pt._)`${a} || {}`).code((0,pt._)`Object.assign(${a}, ${t})`))}),mergeToName:(e,t,a)=>e.if((0,pt._)`${a} !== true`,()=>{t===!0?e.assign(a,!0):(e.assign(a,(0,pt.
_)`${a} || {}`),Si(e,a,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:dd}),items:nd({mergeNames:(e,t,a)=>e.if((0,pt._)`${a} !== true && ${t} !== undefined`,
()=>e.assign(a,(0,pt._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(e,t,a)=>e.if((0,pt._)`${a} !== true`,()=>e.assign(a,t===!0?!0:(0,pt._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function dd(e,t){if(t===!0)return e.var("props",!0);let a=e.var("props",(0,pt.
_)`{}`);return t!==void 0&&Si(e,a,t),a}Je.evaluatedPropsToName=dd;function Si(e,t,a){Object.keys(a).forEach(n=>e.assign((0,pt._)`${t}${(0,pt.getProperty)(n)}`,!0))}
Je.setEvaluated=Si;var od={};function Dy(e,t){return e.scopeValue("func",{ref:t,code:od[t.code]||(od[t.code]=new Ey._Code(t.code))})}Je.useFunc=Dy;var Pi;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(Pi||(Je.Type=Pi={}));function zy(e,t,a){if(e instanceof pt.Name){let n=t===Pi.Num;return a?n?(0,pt._)`"[" + ${e} + "]"`:(0,pt.
_)`"['" + ${e} + "']"`:n?(0,pt._)`"/" + ${e}`:(0,pt._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,pt.getProperty)(e).toString():"/"+$i(e)}
Je.getErrorPath=zy;function ud(e,t,a=e.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);e.self.logger.warn(t)}}Je.checkStrictMode=ud});var Lr=ue(_i=>{"use strict";Object.defineProperty(_i,"__esModule",{value:!0});var Nt=Ue(),Cy={data:new Nt.Name("data"),valCxt:new Nt.Name("valCxt"),instancePath:new Nt.
Name("instancePath"),parentData:new Nt.Name("parentData"),parentDataProperty:new Nt.Name("parentDataProperty"),rootData:new Nt.Name("rootData"),dynamicAnchors:new Nt.
Name("dynamicAnchors"),vErrors:new Nt.Name("vErrors"),errors:new Nt.Name("errors"),this:new Nt.Name("this"),self:new Nt.Name("self"),scope:new Nt.Name("scope"),
json:new Nt.Name("json"),jsonPos:new Nt.Name("jsonPos"),jsonLen:new Nt.Name("jsonLen"),jsonPart:new Nt.Name("jsonPart")};_i.default=Cy});var Oa=ue(Rt=>{"use strict";Object.defineProperty(Rt,"__esModule",{value:!0});Rt.extendErrors=Rt.resetErrorsCount=Rt.reportExtraError=Rt.reportError=Rt.keyword$DataError=
Rt.keywordError=void 0;var Ge=Ue(),_n=Be(),Lt=Lr();Rt.keywordError={message:({keyword:e})=>(0,Ge.str)`must pass "${e}" keyword validation`};Rt.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,Ge.str)`"${e}" keyword must be ${t} ($data)`:(0,Ge.str)`"${e}" keyword is invalid ($data)`};function Wy(e,t=Rt.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=fd(e,t,a);n??(r||s)?ld(i,p):md(o,(0,Ge._)`[${p}]`)}Rt.reportError=Wy;function Ky(e,t=Rt.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:r}=n,s=fd(e,t,a);ld(o,s),i||r||md(n,Lt.default.vErrors)}Rt.reportExtraError=Ky;function Hy(e,t){e.assign(Lt.default.errors,
t),e.if((0,Ge._)`${Lt.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,Ge._)`${Lt.default.vErrors}.length`,t),()=>e.assign(Lt.default.vErrors,null)))}Rt.resetErrorsCount=
Hy;function By({gen:e,keyword:t,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,Lt.default.errors,s=>{e.const(r,(0,Ge._)`${Lt.default.vErrors}[${s}]`),e.if((0,Ge._)`${r}.instancePath === undefined`,()=>e.assign((0,Ge._)`${r}.instancePath`,
(0,Ge.strConcat)(Lt.default.instancePath,i.errorPath))),e.assign((0,Ge._)`${r}.schemaPath`,(0,Ge.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,Ge.
_)`${r}.schema`,a),e.assign((0,Ge._)`${r}.data`,n))})}Rt.extendErrors=By;function ld(e,t){let a=e.const("err",t);e.if((0,Ge._)`${Lt.default.vErrors} === null`,()=>e.
assign(Lt.default.vErrors,(0,Ge._)`[${a}]`),(0,Ge._)`${Lt.default.vErrors}.push(${a})`),e.code((0,Ge._)`${Lt.default.errors}++`)}function md(e,t){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,Ge._)`new ${e.ValidationError}(${t})`):(a.assign((0,Ge._)`${n}.errors`,t),a.return(!1))}var fs={keyword:new Ge.Name("keyword"),
schemaPath:new Ge.Name("schemaPath"),params:new Ge.Name("params"),propertyName:new Ge.Name("propertyName"),message:new Ge.Name("message"),schema:new Ge.Name("sc\
hema"),parentSchema:new Ge.Name("parentSchema")};function fd(e,t,a){let{createErrors:n}=e.it;return n===!1?(0,Ge._)`{}`:Gy(e,t,a)}function Gy(e,t,a={}){let{gen:n,
it:o}=e,i=[Zy(o,a),Qy(e,a)];return Xy(e,t,i),n.object(...i)}function Zy({errorPath:e},{instancePath:t}){let a=t?(0,Ge.str)`${e}${(0,_n.getErrorPath)(t,_n.Type.Str)}`:
e;return[Lt.default.instancePath,(0,Ge.strConcat)(Lt.default.instancePath,a)]}function Qy({keyword:e,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let o=n?
t:(0,Ge.str)`${t}/${e}`;return a&&(o=(0,Ge.str)`${o}${(0,_n.getErrorPath)(a,_n.Type.Str)}`),[fs.schemaPath,o]}function Xy(e,{params:t,message:a},n){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:l,topSchemaRef:u,schemaPath:f}=s;n.push([fs.keyword,o],[fs.params,typeof t=="function"?t(e):t||(0,Ge._)`{}`]),
p.messages&&n.push([fs.message,typeof a=="function"?a(e):a]),p.verbose&&n.push([fs.schema,r],[fs.parentSchema,(0,Ge._)`${u}${f}`],[Lt.default.data,i]),l&&n.push(
[fs.propertyName,l])}});var yd=ue(Js=>{"use strict";Object.defineProperty(Js,"__esModule",{value:!0});Js.boolOrEmptySchema=Js.topBoolOrEmptySchema=void 0;var Yy=Oa(),eg=Ue(),tg=Lr(),rg={
message:"boolean schema is false"};function sg(e){let{gen:t,schema:a,validateName:n}=e;a===!1?hd(e,!1):typeof a=="object"&&a.$async===!0?t.return(tg.default.data):
(t.assign((0,eg._)`${n}.errors`,null),t.return(!0))}Js.topBoolOrEmptySchema=sg;function ag(e,t){let{gen:a,schema:n}=e;n===!1?(a.var(t,!1),hd(e)):a.var(t,!0)}Js.
boolOrEmptySchema=ag;function hd(e,t){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,Yy.reportError)(
o,rg,void 0,t)}});var xi=ue(Ds=>{"use strict";Object.defineProperty(Ds,"__esModule",{value:!0});Ds.getRules=Ds.isJSONType=void 0;var ng=["string","number","integer","boolean","nu\
ll","object","array"],og=new Set(ng);function ig(e){return typeof e=="string"&&og.has(e)}Ds.isJSONType=ig;function pg(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}Ds.getRules=pg});var qi=ue(Br=>{"use strict";Object.defineProperty(Br,"__esModule",{value:!0});Br.shouldUseRule=Br.shouldUseGroup=Br.schemaHasRulesForType=void 0;function cg({schema:e,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&gd(e,n)}Br.schemaHasRulesForType=cg;function gd(e,t){return t.rules.some(a=>bd(e,a))}Br.shouldUseGroup=gd;function bd(e,t){
var a;return e[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}Br.shouldUseRule=bd});var ja=ue(Et=>{"use strict";Object.defineProperty(Et,"__esModule",{value:!0});Et.reportTypeError=Et.checkDataTypes=Et.checkDataType=Et.coerceAndCheckDataType=Et.
getJSONTypes=Et.getSchemaTypes=Et.DataType=void 0;var dg=xi(),ug=qi(),lg=Oa(),Me=Ue(),wd=Be(),zs;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(zs||
(Et.DataType=zs={}));function mg(e){let t=vd(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}Et.getSchemaTypes=mg;function vd(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(dg.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}Et.getJSONTypes=vd;function fg(e,t){
let{gen:a,data:n,opts:o}=e,i=hg(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,ug.schemaHasRulesForType)(e,t[0]));if(r){let s=ji(t,n,o.strictNumbers,
zs.Wrong);a.if(s,()=>{i.length?yg(e,t,i):Ti(e)})}return r}Et.coerceAndCheckDataType=fg;var kd=new Set(["string","number","integer","boolean","null"]);function hg(e,t){
return t?e.filter(a=>kd.has(a)||t==="array"&&a==="array"):[]}function yg(e,t,a){let{gen:n,data:o,opts:i}=e,r=n.let("dataType",(0,Me._)`typeof ${o}`),s=n.let("co\
erced",(0,Me._)`undefined`);i.coerceTypes==="array"&&n.if((0,Me._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,Me._)`${o}[0]`).
assign(r,(0,Me._)`typeof ${o}`).if(ji(t,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,Me._)`${s} !== undefined`);for(let l of a)(kd.has(l)||l==="array"&&i.coerceTypes===
"array")&&p(l);n.else(),Ti(e),n.endIf(),n.if((0,Me._)`${s} !== undefined`,()=>{n.assign(o,s),gg(e,s)});function p(l){switch(l){case"string":n.elseIf((0,Me._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,Me._)`"" + ${o}`).elseIf((0,Me._)`${o} === null`).assign(s,(0,Me._)`""`);return;case"number":n.elseIf((0,Me._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,Me._)`+${o}`);return;case"integer":n.elseIf((0,Me._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,Me._)`+${o}`);return;case"boolean":n.elseIf((0,Me._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,Me._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Me._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Me._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,Me._)`[${o}]`)}}}function gg({gen:e,parentData:t,parentDataProperty:a},n){e.if((0,Me._)`${t} !== undefined`,
()=>e.assign((0,Me._)`${t}[${a}]`,n))}function Oi(e,t,a,n=zs.Correct){let o=n===zs.Correct?Me.operators.EQ:Me.operators.NEQ,i;switch(e){case"null":return(0,Me._)`${t} ${o} null`;case"\
array":i=(0,Me._)`Array.isArray(${t})`;break;case"object":i=(0,Me._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,Me._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,Me._)`typeof ${t} ${o} ${e}`}return n===zs.Correct?i:(0,Me.not)(i);function r(s=Me.nil){return(0,Me.and)((0,Me._)`typeof ${t} == "number"`,
s,a?(0,Me._)`isFinite(${t})`:Me.nil)}}Et.checkDataType=Oi;function ji(e,t,a,n){if(e.length===1)return Oi(e[0],t,a,n);let o,i=(0,wd.toHash)(e);if(i.array&&i.object){
let r=(0,Me._)`typeof ${t} != "object"`;o=i.null?r:(0,Me._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=Me.nil;i.number&&delete i.integer;
for(let r in i)o=(0,Me.and)(o,Oi(r,t,a,n));return o}Et.checkDataTypes=ji;var bg={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,Me._)`{type: ${e}}`:(0,Me._)`{type: ${t}}`};function Ti(e){let t=wg(e);(0,lg.reportError)(t,bg)}Et.reportTypeError=Ti;function wg(e){let{gen:t,data:a,
schema:n}=e,o=(0,wd.schemaRefOrVal)(e,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var $d=ue(xn=>{"use strict";Object.defineProperty(xn,"__esModule",{value:!0});xn.assignDefaults=void 0;var Cs=Ue(),vg=Be();function kg(e,t){let{properties:a,items:n}=e.
schema;if(t==="object"&&a)for(let o in a)Pd(e,o,a[o].default);else t==="array"&&Array.isArray(n)&&n.forEach((o,i)=>Pd(e,i,o.default))}xn.assignDefaults=kg;function Pd(e,t,a){
let{gen:n,compositeRule:o,data:i,opts:r}=e;if(a===void 0)return;let s=(0,Cs._)`${i}${(0,Cs.getProperty)(t)}`;if(o){(0,vg.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,Cs._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,Cs._)`${p} || ${s} === null || ${s} === ""`),n.if(p,(0,Cs._)`${s} = ${(0,Cs.
stringify)(a)}`)}});var tr=ue(ot=>{"use strict";Object.defineProperty(ot,"__esModule",{value:!0});ot.validateUnion=ot.validateArray=ot.usePattern=ot.callValidateCode=ot.schemaProperties=
ot.allSchemaProperties=ot.noPropertyInData=ot.propertyInData=ot.isOwnProperty=ot.hasPropFunc=ot.reportMissingProp=ot.checkMissingProp=ot.checkReportMissingProp=
void 0;var mt=Ue(),Ai=Be(),Gr=Lr(),Pg=Be();function $g(e,t){let{gen:a,data:n,it:o}=e;a.if(Ri(a,n,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,mt.
_)`${t}`},!0),e.error()})}ot.checkReportMissingProp=$g;function Sg({gen:e,data:t,it:{opts:a}},n,o){return(0,mt.or)(...n.map(i=>(0,mt.and)(Ri(e,t,i,a.ownProperties),
(0,mt._)`${o} = ${i}`)))}ot.checkMissingProp=Sg;function _g(e,t){e.setParams({missingProperty:t},!0),e.error()}ot.reportMissingProp=_g;function Sd(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,mt._)`Object.prototype.hasOwnProperty`})}ot.hasPropFunc=Sd;function Ni(e,t,a){return(0,mt._)`${Sd(e)}.call(${t}, ${a})`}
ot.isOwnProperty=Ni;function xg(e,t,a,n){let o=(0,mt._)`${t}${(0,mt.getProperty)(a)} !== undefined`;return n?(0,mt._)`${o} && ${Ni(e,t,a)}`:o}ot.propertyInData=
xg;function Ri(e,t,a,n){let o=(0,mt._)`${t}${(0,mt.getProperty)(a)} === undefined`;return n?(0,mt.or)(o,(0,mt.not)(Ni(e,t,a))):o}ot.noPropertyInData=Ri;function _d(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}ot.allSchemaProperties=_d;function qg(e,t){return _d(t).filter(a=>!(0,Ai.alwaysValidSchema)(e,t[a]))}ot.schemaProperties=
qg;function Og({schemaCode:e,data:t,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:r},s,p,l){let u=l?(0,mt._)`${e}, ${t}, ${n}${o}`:t,f=[[Gr.default.instancePath,
(0,mt.strConcat)(Gr.default.instancePath,i)],[Gr.default.parentData,r.parentData],[Gr.default.parentDataProperty,r.parentDataProperty],[Gr.default.rootData,Gr.default.
rootData]];r.opts.dynamicRef&&f.push([Gr.default.dynamicAnchors,Gr.default.dynamicAnchors]);let k=(0,mt._)`${u}, ${a.object(...f)}`;return p!==mt.nil?(0,mt._)`${s}.call(${p}, ${k})`:
(0,mt._)`${s}(${k})`}ot.callValidateCode=Og;var jg=(0,mt._)`new RegExp`;function Tg({gen:e,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,mt._)`${o.code==="new RegExp"?jg:(0,Pg.useFunc)(e,o)}(${a}, ${n})`})}ot.usePattern=Tg;function Ag(e){
let{gen:t,data:a,keyword:n,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,mt._)`${a}.length`);t.forRange("i",0,p,l=>{e.subschema({keyword:n,dataProp:l,dataPropType:Ai.Type.Num},i),t.if((0,mt.not)(
i),s)})}}ot.validateArray=Ag;function Ng(e){let{gen:t,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(p=>(0,Ai.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((p,l)=>{let u=e.subschema({keyword:n,schemaProp:l,
compositeRule:!0},s);t.assign(r,(0,mt._)`${r} || ${s}`),e.mergeValidEvaluated(u,s)||t.if((0,mt.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}ot.validateUnion=
Ng});var Od=ue($r=>{"use strict";Object.defineProperty($r,"__esModule",{value:!0});$r.validateKeywordUsage=$r.validSchemaType=$r.funcKeywordCode=$r.macroKeywordCode=
void 0;var Ft=Ue(),hs=Lr(),Rg=tr(),Eg=Oa();function Ig(e,t){let{gen:a,keyword:n,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=qd(a,n,s);r.opts.
validateSchema!==!1&&r.self.validateSchema(s,!0);let l=a.name("valid");e.subschema({schema:s,schemaPath:Ft.nil,errSchemaPath:`${r.errSchemaPath}/${n}`,topSchemaRef:p,
compositeRule:!0},l),e.pass(l,()=>e.error(!0))}$r.macroKeywordCode=Ig;function Mg(e,t){var a;let{gen:n,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;Fg(p,t);
let l=!s&&t.compile?t.compile.call(p.self,i,r,p):t.validate,u=qd(n,o,l),f=n.let("valid");e.block$data(f,k),e.ok((a=t.valid)!==null&&a!==void 0?a:f);function k(){
if(t.errors===!1)x(),t.modifying&&xd(e),N(()=>e.error());else{let E=t.async?S():j();t.modifying&&xd(e),N(()=>Lg(e,E))}}function S(){let E=n.let("ruleErrs",null);
return n.try(()=>x((0,Ft._)`await `),de=>n.assign(f,!1).if((0,Ft._)`${de} instanceof ${p.ValidationError}`,()=>n.assign(E,(0,Ft._)`${de}.errors`),()=>n.throw(de))),
E}function j(){let E=(0,Ft._)`${u}.errors`;return n.assign(E,null),x(Ft.nil),E}function x(E=t.async?(0,Ft._)`await `:Ft.nil){let de=p.opts.passContext?hs.default.
this:hs.default.self,J=!("compile"in t&&!s||t.schema===!1);n.assign(f,(0,Ft._)`${E}${(0,Rg.callValidateCode)(e,u,de,J)}`,t.modifying)}function N(E){var de;n.if(
(0,Ft.not)((de=t.valid)!==null&&de!==void 0?de:f),E)}}$r.funcKeywordCode=Mg;function xd(e){let{gen:t,data:a,it:n}=e;t.if(n.parentData,()=>t.assign(a,(0,Ft._)`${n.
parentData}[${n.parentDataProperty}]`))}function Lg(e,t){let{gen:a}=e;a.if((0,Ft._)`Array.isArray(${t})`,()=>{a.assign(hs.default.vErrors,(0,Ft._)`${hs.default.
vErrors} === null ? ${t} : ${hs.default.vErrors}.concat(${t})`).assign(hs.default.errors,(0,Ft._)`${hs.default.vErrors}.length`),(0,Eg.extendErrors)(e)},()=>e.error())}
function Fg({schemaEnv:e},t){if(t.async&&!e.$async)throw new Error("async keyword in sync schema")}function qd(e,t,a){if(a===void 0)throw new Error(`keyword "${t}\
" failed to compile`);return e.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,Ft.stringify)(a)})}function Vg(e,t,a=!1){return!t.length||t.some(
n=>n==="array"?Array.isArray(e):n==="object"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}$r.validSchemaType=Vg;function Ug({schema:e,
opts:t,self:a,errSchemaPath:n},o,i){if(Array.isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;
if(r?.some(s=>!Object.prototype.hasOwnProperty.call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.
validateSchema(e[i])){let p=`keyword "${i}" value is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(
p);else throw new Error(p)}}$r.validateKeywordUsage=Ug});var Td=ue(Zr=>{"use strict";Object.defineProperty(Zr,"__esModule",{value:!0});Zr.extendSubschemaMode=Zr.extendSubschemaData=Zr.getSubschema=void 0;var Sr=Ue(),jd=Be();
function Jg(e,{keyword:t,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return a===void 0?{schema:s,schemaPath:(0,Sr._)`${e.schemaPath}${(0,Sr.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,Sr._)`${e.schemaPath}${(0,Sr.getProperty)(t)}${(0,Sr.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,jd.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}Zr.getSubschema=Jg;function Dg(e,t,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:l,dataPathArr:u,opts:f}=t,k=s.let("data",(0,Sr._)`${t.data}${(0,Sr.getProperty)(a)}`,!0);p(k),e.errorPath=(0,Sr.str)`${l}${(0,jd.
getErrorPath)(a,n,f.jsPropertySyntax)}`,e.parentDataProperty=(0,Sr._)`${a}`,e.dataPathArr=[...u,e.parentDataProperty]}if(o!==void 0){let l=o instanceof Sr.Name?
o:s.let("data",o,!0);p(l),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(l){e.data=l,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,l]}}Zr.extendSubschemaData=Dg;function zg(e,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=a}Zr.extendSubschemaMode=
zg});var Ei=ue((aS,Ad)=>{"use strict";Ad.exports=function e(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)
return!1;var n,o,i;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(t[o],a[o]))return!1;return!0}if(t.constructor===RegExp)return t.
source===a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.
toString()===a.toString();if(i=Object.keys(t),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;
for(o=n;o--!==0;){var r=i[o];if(!e(t[r],a[r]))return!1}return!0}return t!==t&&a!==a}});var Rd=ue((nS,Nd)=>{"use strict";var Qr=Nd.exports=function(e,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};qn(t,n,o,e,"",e)};Qr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Qr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Qr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Qr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function qn(e,t,a,n,o,i,r,s,p,l){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,o,i,
r,s,p,l);for(var u in n){var f=n[u];if(Array.isArray(f)){if(u in Qr.arrayKeywords)for(var k=0;k<f.length;k++)qn(e,t,a,f[k],o+"/"+u+"/"+k,i,o,u,n,k)}else if(u in
Qr.propsKeywords){if(f&&typeof f=="object")for(var S in f)qn(e,t,a,f[S],o+"/"+u+"/"+Cg(S),i,o,u,n,S)}else(u in Qr.keywords||e.allKeys&&!(u in Qr.skipKeywords))&&
qn(e,t,a,f,o+"/"+u,i,o,u,n)}a(n,o,i,r,s,p,l)}}function Cg(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var Ta=ue(Dt=>{"use strict";Object.defineProperty(Dt,"__esModule",{value:!0});Dt.getSchemaRefs=Dt.resolveUrl=Dt.normalizeId=Dt._getFullPath=Dt.getFullPath=Dt.inlineRef=
void 0;var Wg=Be(),Kg=Ei(),Hg=Rd(),Bg=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function Gg(e,t=!0){return typeof e=="boolean"?!0:t===!0?!Ii(e):t?Ed(e)<=t:!1}Dt.inlineRef=Gg;var Zg=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function Ii(e){for(let t in e){if(Zg.has(t))return!0;let a=e[t];if(Array.isArray(a)&&
a.some(Ii)||typeof a=="object"&&Ii(a))return!0}return!1}function Ed(e){let t=0;for(let a in e){if(a==="$ref")return 1/0;if(t++,!Bg.has(a)&&(typeof e[a]=="object"&&
(0,Wg.eachItem)(e[a],n=>t+=Ed(n)),t===1/0))return 1/0}return t}function Id(e,t="",a){a!==!1&&(t=Ws(t));let n=e.parse(t);return Md(e,n)}Dt.getFullPath=Id;function Md(e,t){
return e.serialize(t).split("#")[0]+"#"}Dt._getFullPath=Md;var Qg=/#\/?$/;function Ws(e){return e?e.replace(Qg,""):""}Dt.normalizeId=Ws;function Xg(e,t,a){return a=
Ws(a),e.resolve(t,a)}Dt.resolveUrl=Xg;var Yg=/^[a-z_][-a-z0-9._]*$/i;function eb(e,t){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=Ws(
e[a]||t),i={"":o},r=Id(n,o,!1),s={},p=new Set;return Hg(e,{allKeys:!0},(f,k,S,j)=>{if(j===void 0)return;let x=r+k,N=i[j];typeof f[a]=="string"&&(N=E.call(this,f[a])),
de.call(this,f.$anchor),de.call(this,f.$dynamicAnchor),i[k]=N;function E(J){let W=this.opts.uriResolver.resolve;if(J=Ws(N?W(N,J):J),p.has(J))throw u(J);p.add(J);
let F=this.refs[J];return typeof F=="string"&&(F=this.refs[F]),typeof F=="object"?l(f,F.schema,J):J!==Ws(x)&&(J[0]==="#"?(l(f,s[J],J),s[J]=f):this.refs[J]=x),J}
function de(J){if(typeof J=="string"){if(!Yg.test(J))throw new Error(`invalid anchor "${J}"`);E.call(this,`#${J}`)}}}),s;function l(f,k,S){if(k!==void 0&&!Kg(f,
k))throw u(S)}function u(f){return new Error(`reference "${f}" resolves to more than one schema`)}}Dt.getSchemaRefs=eb});var Ra=ue(Xr=>{"use strict";Object.defineProperty(Xr,"__esModule",{value:!0});Xr.getData=Xr.KeywordCxt=Xr.validateFunctionCode=void 0;var Jd=yd(),Ld=ja(),Li=qi(),
On=ja(),tb=$d(),Na=Od(),Mi=Td(),ge=Ue(),qe=Lr(),rb=Ta(),Fr=Be(),Aa=Oa();function sb(e){if(Cd(e)&&(Wd(e),zd(e))){ob(e);return}Dd(e,()=>(0,Jd.topBoolOrEmptySchema)(
e))}Xr.validateFunctionCode=sb;function Dd({gen:e,validateName:t,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(t,(0,ge._)`${qe.default.data}, ${qe.default.valCxt}`,
n.$async,()=>{e.code((0,ge._)`"use strict"; ${Fd(a,o)}`),nb(e,o),e.code(i)}):e.func(t,(0,ge._)`${qe.default.data}, ${ab(o)}`,n.$async,()=>e.code(Fd(a,o)).code(i))}
function ab(e){return(0,ge._)`{${qe.default.instancePath}="", ${qe.default.parentData}, ${qe.default.parentDataProperty}, ${qe.default.rootData}=${qe.default.data}${e.
dynamicRef?(0,ge._)`, ${qe.default.dynamicAnchors}={}`:ge.nil}}={}`}function nb(e,t){e.if(qe.default.valCxt,()=>{e.var(qe.default.instancePath,(0,ge._)`${qe.default.
valCxt}.${qe.default.instancePath}`),e.var(qe.default.parentData,(0,ge._)`${qe.default.valCxt}.${qe.default.parentData}`),e.var(qe.default.parentDataProperty,(0,ge.
_)`${qe.default.valCxt}.${qe.default.parentDataProperty}`),e.var(qe.default.rootData,(0,ge._)`${qe.default.valCxt}.${qe.default.rootData}`),t.dynamicRef&&e.var(
qe.default.dynamicAnchors,(0,ge._)`${qe.default.valCxt}.${qe.default.dynamicAnchors}`)},()=>{e.var(qe.default.instancePath,(0,ge._)`""`),e.var(qe.default.parentData,
(0,ge._)`undefined`),e.var(qe.default.parentDataProperty,(0,ge._)`undefined`),e.var(qe.default.rootData,qe.default.data),t.dynamicRef&&e.var(qe.default.dynamicAnchors,
(0,ge._)`{}`)})}function ob(e){let{schema:t,opts:a,gen:n}=e;Dd(e,()=>{a.$comment&&t.$comment&&Hd(e),ub(e),n.let(qe.default.vErrors,null),n.let(qe.default.errors,
0),a.unevaluated&&ib(e),Kd(e),fb(e)})}function ib(e){let{gen:t,validateName:a}=e;e.evaluated=t.const("evaluated",(0,ge._)`${a}.evaluated`),t.if((0,ge._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,ge._)`${e.evaluated}.props`,(0,ge._)`undefined`)),t.if((0,ge._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,ge._)`${e.evaluated}.items`,(0,ge._)`undefined`))}
function Fd(e,t){let a=typeof e=="object"&&e[t.schemaId];return a&&(t.code.source||t.code.process)?(0,ge._)`/*# sourceURL=${a} */`:ge.nil}function pb(e,t){if(Cd(
e)&&(Wd(e),zd(e))){cb(e,t);return}(0,Jd.boolOrEmptySchema)(e,t)}function zd({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let a in e)if(t.RULES.all[a])
return!0;return!1}function Cd(e){return typeof e.schema!="boolean"}function cb(e,t){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&Hd(e),lb(e),mb(e);let i=n.
const("_errs",qe.default.errors);Kd(e,i),n.var(t,(0,ge._)`${i} === ${qe.default.errors}`)}function Wd(e){(0,Fr.checkUnknownRules)(e),db(e)}function Kd(e,t){if(e.
opts.jtd)return Vd(e,[],!1,t);let a=(0,Ld.getSchemaTypes)(e.schema),n=(0,Ld.coerceAndCheckDataType)(e,a);Vd(e,a,!n,t)}function db(e){let{schema:t,errSchemaPath:a,
opts:n,self:o}=e;t.$ref&&n.ignoreKeywordsWithRef&&(0,Fr.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function ub(e){
let{schema:t,opts:a}=e;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,Fr.checkStrictMode)(e,"default is ignored in the schema root")}function lb(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,rb.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function mb(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Hd({gen:e,schemaEnv:t,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,ge._)`${qe.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,ge.str)`${n}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,ge._)`${qe.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function fb(e){let{gen:t,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?t.if((0,ge._)`${qe.default.errors} === 0`,()=>t.return(qe.default.data),
()=>t.throw((0,ge._)`new ${o}(${qe.default.vErrors})`)):(t.assign((0,ge._)`${n}.errors`,qe.default.vErrors),i.unevaluated&&hb(e),t.return((0,ge._)`${qe.default.
errors} === 0`))}function hb({gen:e,evaluated:t,props:a,items:n}){a instanceof ge.Name&&e.assign((0,ge._)`${t}.props`,a),n instanceof ge.Name&&e.assign((0,ge._)`${t}.items`,
n)}function Vd(e,t,a,n){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:l}=e,{RULES:u}=l;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,Fr.schemaHasRulesButRef)(i,u))){
o.block(()=>Gd(e,"$ref",u.all.$ref.definition));return}p.jtd||yb(e,t),o.block(()=>{for(let k of u.rules)f(k);f(u.post)});function f(k){(0,Li.shouldUseGroup)(i,k)&&
(k.type?(o.if((0,On.checkDataType)(k.type,r,p.strictNumbers)),Ud(e,k),t.length===1&&t[0]===k.type&&a&&(o.else(),(0,On.reportTypeError)(e)),o.endIf()):Ud(e,k),s||
o.if((0,ge._)`${qe.default.errors} === ${n||0}`))}}function Ud(e,t){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,tb.assignDefaults)(e,t.type),a.block(()=>{for(let i of t.
rules)(0,Li.shouldUseRule)(n,i)&&Gd(e,i.keyword,i.definition,t.type)})}function yb(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(gb(e,t),e.opts.allowUnionTypes||
bb(e,t),wb(e,e.dataTypes))}function gb(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(a=>{Bd(e.dataTypes,a)||Fi(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),kb(e,t)}}function bb(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&Fi(e,"use allowUnionTypes to allow uni\
on type keyword")}function wb(e,t){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,Li.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>vb(t,r))&&Fi(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function vb(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function Bd(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function kb(e,t){let a=[];for(let n of e.dataTypes)Bd(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function Fi(e,t){let a=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,Fr.checkStrictMode)(
e,t,e.opts.strictTypes)}var jn=class{constructor(t,a,n){if((0,Na.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Fr.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",Zd(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,Na.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",qe.default.errors))}result(t,a,n){this.failResult((0,ge.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,ge.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,ge._)`${a} !== undefined && (${(0,ge.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?Aa.reportExtraError:Aa.reportError)(this,this.def.error,a)}$dataError(){
(0,Aa.reportError)(this,this.def.$dataError||Aa.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,Aa.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=ge.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=ge.nil,a=ge.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:r}=this;n.if((0,ge.
or)((0,ge._)`${o} === undefined`,a)),t!==ge.nil&&n.assign(t,!0),(i.length||r.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==ge.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,ge.or)(r(),s());function r(){if(n.length){if(!(a instanceof ge.Name))
throw new Error("ajv implementation error");let p=Array.isArray(n)?n:[n];return(0,ge._)`${(0,On.checkDataTypes)(p,a,i.opts.strictNumbers,On.DataType.Wrong)}`}return ge.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,ge._)`!${p}(${a})`}return ge.nil}}subschema(t,a){let n=(0,Mi.
getSubschema)(this.it,t);(0,Mi.extendSubschemaData)(n,this.it,t),(0,Mi.extendSubschemaMode)(n,t);let o={...this.it,...n,items:void 0,props:void 0};return pb(o,a),
o}mergeEvaluated(t,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=Fr.mergeEvaluated.props(o,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=Fr.mergeEvaluated.items(o,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(t,ge.Name)),!0}};Xr.KeywordCxt=jn;function Gd(e,t,a,n){let o=new jn(e,a,t);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,Na.funcKeywordCode)(o,a):"macro"in a?(0,Na.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,Na.funcKeywordCode)(o,a)}var Pb=/^\/(?:[^~]|~0|~1)*$/,
$b=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function Zd(e,{dataLevel:t,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return qe.default.rootData;if(e[0]==="/"){if(!Pb.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=qe.default.rootData}else{let l=$b.exec(e);if(!l)throw new Error(`Invalid JSON-pointer: ${e}`);let u=+l[1];
if(o=l[2],o==="#"){if(u>=t)throw new Error(p("property/index",u));return n[t-u]}if(u>t)throw new Error(p("data",u));if(i=a[t-u],!o)return i}let r=i,s=o.split("/");
for(let l of s)l&&(i=(0,ge._)`${i}${(0,ge.getProperty)((0,Fr.unescapeJsonPointer)(l))}`,r=(0,ge._)`${r} && ${i}`);return r;function p(l,u){return`Cannot access ${l}\
 ${u} levels up, current level is ${t}`}}Xr.getData=Zd});var Tn=ue(Ui=>{"use strict";Object.defineProperty(Ui,"__esModule",{value:!0});var Vi=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};Ui.default=Vi});var Ea=ue(zi=>{"use strict";Object.defineProperty(zi,"__esModule",{value:!0});var Ji=Ta(),Di=class extends Error{constructor(t,a,n,o){super(o||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,Ji.resolveUrl)(t,a,n),this.missingSchema=(0,Ji.normalizeId)((0,Ji.getFullPath)(t,this.missingRef))}};zi.default=Di});var Nn=ue(rr=>{"use strict";Object.defineProperty(rr,"__esModule",{value:!0});rr.resolveSchema=rr.getCompilingSchema=rr.resolveRef=rr.compileSchema=rr.SchemaEnv=
void 0;var ur=Ue(),Sb=Tn(),ys=Lr(),lr=Ta(),Qd=Be(),_b=Ra(),Ks=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,lr.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};rr.SchemaEnv=Ks;function Wi(e){let t=Xd.call(
this,e);if(t)return t;let a=(0,lr.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new ur.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:Sb.default,code:(0,ur._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let l={gen:r,allErrors:this.opts.allErrors,data:ys.default.data,parentData:ys.default.parentData,parentDataProperty:ys.
default.parentDataProperty,dataNames:[ys.default.data],dataPathArr:[ur.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,ur.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:ur.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,ur._)`""`,opts:this.opts,self:this},u;try{this._compilations.
add(e),(0,_b.validateFunctionCode)(l),r.optimize(this.opts.code.optimize);let f=r.toString();u=`${r.scopeRefs(ys.default.scope)}return ${f}`,this.opts.code.process&&
(u=this.opts.code.process(u,e));let S=new Function(`${ys.default.self}`,`${ys.default.scope}`,u)(this,this.scope.get());if(this.scope.value(p,{ref:S}),S.errors=
null,S.schema=e.schema,S.schemaEnv=e,e.$async&&(S.$async=!0),this.opts.code.source===!0&&(S.source={validateName:p,validateCode:f,scopeValues:r._values}),this.opts.
unevaluated){let{props:j,items:x}=l;S.evaluated={props:j instanceof ur.Name?void 0:j,items:x instanceof ur.Name?void 0:x,dynamicProps:j instanceof ur.Name,dynamicItems:x instanceof
ur.Name},S.source&&(S.source.evaluated=(0,ur.stringify)(S.evaluated))}return e.validate=S,e}catch(f){throw delete e.validate,delete e.validateName,u&&this.logger.
error("Error compiling schema, function code:",u),f}finally{this._compilations.delete(e)}}rr.compileSchema=Wi;function xb(e,t,a){var n;a=(0,lr.resolveUrl)(this.
opts.uriResolver,t,a);let o=e.refs[a];if(o)return o;let i=jb.call(this,e,a);if(i===void 0){let r=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;r&&(i=new Ks({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[a]=qb.call(this,i)}rr.resolveRef=xb;function qb(e){return(0,lr.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:Wi.call(this,e)}function Xd(e){for(let t of this._compilations)if(Ob(t,e))return t}rr.getCompilingSchema=Xd;
function Ob(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function jb(e,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||An.call(this,e,t)}function An(e,t){let a=this.opts.uriResolver.parse(t),n=(0,lr._getFullPath)(this.opts.uriResolver,a),o=(0,lr.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return Ci.call(this,a,e);let i=(0,lr.normalizeId)(n),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=An.call(this,e,r);return typeof s?.schema!="object"?void 0:Ci.call(this,a,s)}if(typeof r?.schema=="object"){if(r.validate||Wi.call(this,r),i===(0,lr.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,l=s[p];return l&&(o=(0,lr.resolveUrl)(this.opts.uriResolver,o,l)),new Ks({schema:s,schemaId:p,root:e,baseId:o})}
return Ci.call(this,a,r)}}rr.resolveSchema=An;var Tb=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Ci(e,{baseId:t,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let p=a[(0,Qd.
unescapeFragment)(s)];if(p===void 0)return;a=p;let l=typeof a=="object"&&a[this.opts.schemaId];!Tb.has(s)&&l&&(t=(0,lr.resolveUrl)(this.opts.uriResolver,t,l))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,Qd.schemaHasRulesButRef)(a,this.RULES)){let s=(0,lr.resolveUrl)(this.opts.uriResolver,t,a.$ref);i=An.call(this,n,s)}let{schemaId:r}=this.
opts;if(i=i||new Ks({schema:a,schemaId:r,root:n,baseId:t}),i.schema!==i.root.schema)return i}});var Yd=ue((uS,Ab)=>{Ab.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var Qi=ue((lS,iu)=>{"use strict";var Nb=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Hi=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),Rb=RegExp.prototype.test.bind(/^\d*$/u),gs=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),Bi=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),tu=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),Gi=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),Eb=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),zt=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<
256;t++)zt[t]="%"+e[t>>4]+e[t&15]}function It(e){return e<2048?zt[192|e>>6]+zt[128|e&63]:e<65536?zt[224|e>>12]+zt[128|e>>6&63]+zt[128|e&63]:zt[240|e>>18]+zt[128|
e>>12&63]+zt[128|e>>6&63]+zt[128|e&63]}function Ib(e){let t="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";t+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=e[n]}return t}var Mb=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),Lb=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),Fb=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
Vb=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Ub(e){if(e.length===0)return!1;for(let t=0;t<e.length;t++)if(!Fb(e[t])){if(e[t]==="%"&&t+2<
e.length&&gs(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function eu(e){let t=-1,a=0,n=-1,o=0;for(let s=0;s<e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>
a&&(a=o,t=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+a).join(":");return i+"::"+r}function Jb(e){let t=e.indexOf("::");if(t!==
-1&&e.indexOf("::",t+1)!==-1)return;let a=t===-1?e.split(":"):e.slice(0,t).split(":"),n=t===-1?[]:e.slice(t+2).split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p==="")return;if(p.indexOf(".")!==-1){if(s!==o.length-
1||t!==-1&&n.length===0||!Hi(p))return;i+=2;continue}if(!Mb(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===-1)return i!==8?void 0:eu(o);if(i>=8)return;let r=o.
slice(0,a.length);for(let s=i;s<8;s++)r.push("0");for(let s=a.length;s<o.length;s++)r.push(o[s]);return eu(r)}function Ki(e){let t=e[0]==="["&&e[e.length-1]==="\
]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let n=t?e.slice(1,-1):e;if(t&&Lb(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(Db(n,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=n.indexOf("%");if(i!==-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=
n.slice(i+s),!Ub(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let r=Jb(n);return r===void 0?{host:e,isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+
(o?"%25"+o:""),isIPV6:!0}}function Db(e,t){let a=0;for(let n=0;n<e.length;n++)e[n]===t&&a++;return a}function ru(e){let t=e,a=[],n=-1,o=0;for(;o=t.length;){if(o===
1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]===".")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]===
"/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(o===3&&t==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){
t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]===
"/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function zb(e){
if(e===""||e[0]==="/")return ru(e);let t=e.split("/"),a=t.length-1,n=[],o=!1;for(let i=0;i<=a;i++){let r=t[i];r==="."||r===".."?(r===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),o=i===a):n.push(r)}return o&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var Cb={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},Wb=/[@/?#:]/g,Kb=/[@/?#]/g;function su(e,t){let a=t?Kb:Wb;return a.lastIndex=0,e.replace(a,n=>Cb[n])}
function au(e,t=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(gs(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));t&&Bi(r)?a+=r:a+="%"+i,n+=2;continue}}a+=e[n]}return a}function Hb(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n===
"%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(gs(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));r!=="."&&Bi(r)?t+=r:t+="%"+i,a+=2;continue}}if(tu(
n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=ou(o)?n:zt[o];else if(o<55296||o>57343)t+=It(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&
i<=57343?(t+=It(65536+(o-55296<<10)+(i-56320)),a++):t+=It(65533)}else t+=It(65533)}}return t}function Bb(e,t=!1){let a="",n=t&&e[0]!=="/";for(let o=0;o<e.length;o++){
let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(gs(r)){a+="%"+r.toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),tu(i)&&(i!==":"||!n))a+=i;else{let r=e.
charCodeAt(o);if(r<128)a+=zt[r];else if(r<55296||r>57343)a+=It(r);else if(r<=56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=It(65536+(r-55296<<
10)+(s-56320)),o++):a+=It(65533)}else a+=It(65533)}}return a}function Zi(e,t){let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.
slice(n+1,n+3);if(gs(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(t(o))a+=o;else{let i=e.charCodeAt(n);if(i<128)a+=zt[i];else if(i<55296||i>57343)a+=It(i);else if(i<=
56319&&n+1<e.length){let r=e.charCodeAt(n+1);r>=56320&&r<=57343?(a+=It(65536+(i-55296<<10)+(r-56320)),n++):a+=It(65533)}else a+=It(65533)}}return a}function nu(e){
return Zi(e,Eb)}function Gb(e){return Zi(e,Gi)}function Zb(e){return Zi(e,Gi)}function ou(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===
45||e===46||e===47||e===64||e===95}function Qb(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(gs(o)){let i=o.
toUpperCase(),r=String.fromCharCode(parseInt(i,16));Bi(r)?t+=r:t+="%"+i,a+=2;continue}}if(Gi(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=ou(o)?n:zt[o];else if(o<
55296||o>57343)t+=It(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(t+=It(65536+(o-55296<<10)+(i-56320)),a++):t+=It(65533)}else t+=
It(65533)}}return t}function Xb(e){let t="";for(let a=0;a<e.length;a++){if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if(gs(n)){t+="%"+n.toUpperCase(),a+=
2;continue}}t+=escape(e[a])}return t}function Yb(e){let t=[];if(e.userinfo!==void 0&&(t.push(nu(e.userinfo)),t.push("@")),e.host!==void 0){let a=e.host;if(!Hi(a)){
let n=Ki(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=au(a,!0),n=Ki(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=su(a,!1)}t.push(a)}if(typeof e.port==
"number"||typeof e.port=="string"){let a=String(e.port);if(!Rb(a))throw new TypeError("URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):
void 0}iu.exports={nonSimpleDomain:Vb,recomposeAuthority:Yb,reescapeHostDelimiters:su,normalizePercentEncoding:au,normalizePathEncoding:Hb,serializePathEncoding:Bb,
normalizeQueryFragmentEncoding:Qb,encodeUserinfo:nu,encodeQuery:Gb,encodeFragment:Zb,escapePreservingEscapes:Xb,removeDotSegments:ru,removeDotSegmentsRelative:zb,
isIPv4:Hi,isUUID:Nb,normalizeIPv6:Ki,stringArrayToHexStripped:Ib}});var lu=ue((mS,uu)=>{"use strict";var{isUUID:ew}=Qi(),tw=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,rw=["http","https","ws","wss","ur\
n","urn:uuid"];function sw(e){return rw.indexOf(e)!==-1}function Xi(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||
e.scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function pu(e){return e.host||(e.error=e.error||"HTTP URIs\
 must have a host."),e}function cu(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="\
/"),e}function aw(e){return e.secure=Xi(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function nw(e){if((e.port===(Xi(
e)?443:80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf(
"?"),a=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=a&&a!=="/"?a:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.
fragment=void 0,e}function ow(e,t){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(tw);if(a&&a[0]===e.path){let n=t.scheme||e.scheme||"ur\
n";e.nid=a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${t.nid||e.nid}`,i=Yi(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}
function iw(e,t){if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${t.nid||
n}`,i=Yi(o);i&&(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${n||t.nid}:${s}`,t.skipEscape=!0,r}function pw(e,t){let a=e;return a.uuid=a.nss,a.nss=void 0,
!t.tolerant&&(!a.uuid||!ew(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function cw(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var du={scheme:"\
http",domainHost:!0,parse:pu,serialize:cu},dw={scheme:"https",domainHost:du.domainHost,parse:pu,serialize:cu},Rn={scheme:"ws",domainHost:!0,parse:aw,serialize:nw},
uw={scheme:"wss",domainHost:Rn.domainHost,parse:Rn.parse,serialize:Rn.serialize},lw={scheme:"urn",parse:ow,serialize:iw,skipNormalize:!0},mw={scheme:"urn:uuid",
parse:pw,serialize:cw,skipNormalize:!0},En={http:du,https:dw,ws:Rn,wss:uw,urn:lw,"urn:uuid":mw};Object.setPrototypeOf(En,null);function Yi(e){return e&&(En[e]||
En[e.toLowerCase()])||void 0}uu.exports={wsIsSecure:Xi,SCHEMES:En,isValidSchemeName:sw,getSchemeHandler:Yi}});var qu=ue((fS,Vn)=>{"use strict";var{normalizeIPv6:gu,removeDotSegments:Ma,removeDotSegmentsRelative:bu,recomposeAuthority:fw,normalizePercentEncoding:ep,normalizePathEncoding:hw,
serializePathEncoding:mu,normalizeQueryFragmentEncoding:fu,encodeQuery:yw,encodeFragment:gw,reescapeHostDelimiters:bw,isIPv4:wu,nonSimpleDomain:ww}=Qi(),{SCHEMES:vu,
getSchemeHandler:tp}=lu(),ku=/^[A-Za-z][A-Za-z0-9+.-]*$/u,Pu="URI scheme is malformed.",In="URI host is malformed.",vw=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function hu(e){
let t=String(e);if(!ku.test(t))throw new TypeError(Pu);return t}function kw(e,t){return typeof e=="string"?e=Tw(e,t):typeof e=="object"&&(e=Ln(bs(e,t),t)),e}function Pw(e,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:l}=Mn(e,n),{parsed:u,malformedAuthorityOrPort:f,malformedPercentEncoding:k,malformedSchemeSpecific:S,malformedHost:j,malformedScheme:x}=Mn(t,n);
if(i||f||r||k||s||S||p||j||l||x)throw new Error(o.error||u.error||"URI is malformed.");let N=$u(o,u,n,!0),E=tp(a&&a.scheme||N.scheme),de=N.host,J=de!==void 0&&de!==
""&&(wu(de)||gu(de).isIPV6);if(_u(N,a||{},E,J))throw new Error(In);Su(N,a||{},E,J);let W=de&&de.indexOf("%")!==-1&&!/\P{ASCII}/u.test(de);if(N.error&&!W)throw new Error(
N.error);return n.skipEscape=!0,bs(N,n)}function $u(e,t,a,n){let o={};if(n||(e=Ln(bs(e,a),a),t=Ln(bs(t,a),a)),a=a||{},!a.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=Ma(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=Ma(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=Ma(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?bu(o.path):Ma(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function $w(e,t,a){let n=yu(e,a),o=yu(t,a);return n!==void 0&&o!==void 0&&n===o}function bs(e,t){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},t),o=[];a.scheme&&(a.scheme=hu(a.scheme));let i=tp(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let r=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!r,p=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=ep(a.path):a.path=mu(a.path,p)),n.reference!=="suffix"&&a.scheme&&(a.scheme=hu(a.scheme),o.push(a.scheme,":"));let l=fw(a);if(l!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(l),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let u=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(u=s&&u[0]!==
"/"?bu(u):Ma(u)),s&&(u=mu(u,!0)),l===void 0&&u[0]==="/"&&u[1]==="/"&&(u="/%2F"+u.slice(2)),o.push(u)}return a.query!==void 0&&o.push("?",yw(a.query)),a.fragment!==
void 0&&o.push("#",gw(a.fragment)),o.join("")}var Sw=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
_w=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,xw=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function qw(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function Ia(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function Fn(e){return e[0]==="["&&e[e.
length-1]==="]"}function Ow(e){let t=e[4];return Ia(e[3])||t!==void 0&&!Fn(t)&&Ia(t)||Ia(e[6])||Ia(e[7])||Ia(e[8])}function Su(e,t,a,n){if(_u(e,t,a,n))return e.
error=e.error||In,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!Fn(e.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&ww(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!jw(o))return e.error=e.error||In,!0;e.host=o.hostname}
return!1}function _u(e,t,a,n){return!!(e.host&&n===!1&&!Fn(e.host)&&(t.domainHost||a&&a.domainHost)&&vw.test(e.host))}function jw(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function Mn(e,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,l=!1,u=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let f=e.match(
_w);f!==null&&f[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let k=e.match(xw);if(k!==null){let j=k[1],x=j.replace(
/[\t\n\r]/g,"");x.length>=2&&(x.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):j.length!==x.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let S=e.match(Sw);if(S){n.scheme=S[1],n.userinfo=S[3],n.host=S[4],n.port=parseInt(S[5],10),
n.path=S[6]||"",n.query=S[7],n.fragment=S[8],n.scheme!==void 0&&(ku.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||Pu,l=!0)),i=Ow(S),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=S[5]);let j=qw(n,S);if(j!==void 0&&(n.error=n.error||j,o=!0),n.host)if(wu(n.host)===
!1){let E=Fn(n.host),de=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,J=gu(n.host);u=J.isIPV6||J.isIPVFuture===!0,p=de&&(!E||J.error===!0),n.host=u?J.host:
J.host.toLowerCase(),p&&(n.error=n.error||In,o=!0)}else u=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let x=tp(a.scheme||n.scheme);if(p||(s=Su(n,a,x,u)),e.indexOf("%")!==
-1&&n.host!==void 0&&!p){let N=u?n.host:ep(n.host,!0);u||(N=ep(N.toLowerCase())),n.host=u||a.scheme!=="null"?bw(N,u):N}(!x||x&&!x.skipNormalize)&&(n.path&&(n.path=
hw(n.path)),n.query&&(n.query=fu(n.query)),n.fragment&&(n.fragment=fu(n.fragment))),x&&x.parse&&(x.parse(n,a),x===vu.urn&&n.nid===void 0&&(r=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:l}}
function Ln(e,t){return Mn(e,t).parsed}function Tw(e,t){return xu(e,t).normalized}function xu(e,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=Mn(e,t);return{normalized:n||o||i||r||s?e:bs(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function yu(e,t){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
bs(e,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=xu(a,t);
return o||i||r||s||p?void 0:n}var rp={SCHEMES:vu,normalize:kw,resolve:Pw,resolveComponent:$u,equal:$w,serialize:bs,parse:Ln};Vn.exports=rp;Vn.exports.default=rp;
Vn.exports.fastUri=rp});var ju=ue(sp=>{"use strict";Object.defineProperty(sp,"__esModule",{value:!0});var Ou=qu();Ou.code='require("ajv/dist/runtime/uri").default';sp.default=Ou});var Lu=ue(qt=>{"use strict";Object.defineProperty(qt,"__esModule",{value:!0});qt.CodeGen=qt.Name=qt.nil=qt.stringify=qt.str=qt._=qt.KeywordCxt=void 0;var Aw=Ra();
Object.defineProperty(qt,"KeywordCxt",{enumerable:!0,get:function(){return Aw.KeywordCxt}});var Hs=Ue();Object.defineProperty(qt,"_",{enumerable:!0,get:function(){
return Hs._}});Object.defineProperty(qt,"str",{enumerable:!0,get:function(){return Hs.str}});Object.defineProperty(qt,"stringify",{enumerable:!0,get:function(){
return Hs.stringify}});Object.defineProperty(qt,"nil",{enumerable:!0,get:function(){return Hs.nil}});Object.defineProperty(qt,"Name",{enumerable:!0,get:function(){
return Hs.Name}});Object.defineProperty(qt,"CodeGen",{enumerable:!0,get:function(){return Hs.CodeGen}});var Nw=Tn(),Eu=Ea(),Rw=xi(),La=Nn(),Ew=Ue(),Fa=Ta(),Un=ja(),
np=Be(),Tu=Yd(),Iw=ju(),Iu=(e,t)=>new RegExp(e,t);Iu.code="new RegExp";var Mw=["removeAdditional","useDefaults","coerceTypes"],Lw=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),Fw={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},Vw={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},Au=200;function Uw(e){
var t,a,n,o,i,r,s,p,l,u,f,k,S,j,x,N,E,de,J,W,F,me,T,he,ke;let ce=e.strict,q=(t=e.code)===null||t===void 0?void 0:t.optimize,pe=q===!0||q===void 0?1:q||0,Ae=(n=(a=
e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:Iu,G=(o=e.uriResolver)!==null&&o!==void 0?o:Iw.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:ce)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:ce)!==null&&p!==void 0?p:!0,strictTypes:(u=(l=e.strictTypes)!==
null&&l!==void 0?l:ce)!==null&&u!==void 0?u:"log",strictTuples:(k=(f=e.strictTuples)!==null&&f!==void 0?f:ce)!==null&&k!==void 0?k:"log",strictRequired:(j=(S=e.
strictRequired)!==null&&S!==void 0?S:ce)!==null&&j!==void 0?j:!1,code:e.code?{...e.code,optimize:pe,regExp:Ae}:{optimize:pe,regExp:Ae},loopRequired:(x=e.loopRequired)!==
null&&x!==void 0?x:Au,loopEnum:(N=e.loopEnum)!==null&&N!==void 0?N:Au,meta:(E=e.meta)!==null&&E!==void 0?E:!0,messages:(de=e.messages)!==null&&de!==void 0?de:!0,
inlineRefs:(J=e.inlineRefs)!==null&&J!==void 0?J:!0,schemaId:(W=e.schemaId)!==null&&W!==void 0?W:"$id",addUsedSchema:(F=e.addUsedSchema)!==null&&F!==void 0?F:!0,
validateSchema:(me=e.validateSchema)!==null&&me!==void 0?me:!0,validateFormats:(T=e.validateFormats)!==null&&T!==void 0?T:!0,unicodeRegExp:(he=e.unicodeRegExp)!==
null&&he!==void 0?he:!0,int32range:(ke=e.int32range)!==null&&ke!==void 0?ke:!0,uriResolver:G}}var Va=class{constructor(t={}){this.schemas={},this.refs={},this.formats=
Object.create(null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...Uw(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new Ew.
ValueScope({scope:{},prefixes:Lw,es5:a,lines:n}),this.logger=Kw(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,Rw.getRules)(),Nu.call(this,
Fw,t,"NOT SUPPORTED"),Nu.call(this,Vw,t,"DEPRECATED","warn"),this._metaOpts=Cw.call(this),t.formats&&Dw.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),
t.keywords&&zw.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),Jw.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$\
async")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,o=Tu;n==="id"&&(o={...Tu},o.id=o.$id,delete o.$id),a&&t&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,t,a);async function o(u,f){await i.call(this,u.$schema);let k=this._addSchema(u,f);return k.validate||r.
call(this,k)}async function i(u){u&&!this.getSchema(u)&&await o.call(this,{$ref:u},!0)}async function r(u){try{return this._compileSchemaEnv(u)}catch(f){if(!(f instanceof
Eu.default))throw f;return s.call(this,f),await p.call(this,f.missingSchema),r.call(this,u)}}function s({missingSchema:u,missingRef:f}){if(this.refs[u])throw new Error(
`AnySchema ${u} is loaded but ${f} cannot be resolved`)}async function p(u){let f=await l.call(this,u);this.refs[u]||await i.call(this,f.$schema),this.refs[u]||
this.addSchema(f,u,a)}async function l(u){let f=this._loading[u];if(f)return f;try{return await(this._loading[u]=n(u))}finally{delete this._loading[u]}}}addSchema(t,a,n,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,n,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return a=(0,Fa.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,o,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,t);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let a;for(;typeof(a=Ru.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new La.SchemaEnv({schema:{},schemaId:n});if(a=La.resolveSchema.call(this,o,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=Ru.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,Fa.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(Bw.call(this,n,a),!a)return(0,np.eachItem)(n,i=>ap.call(this,i)),this;Zw.call(this,a);let o={...a,type:(0,Un.getJSONTypes)(
a.type),schemaType:(0,Un.getJSONTypes)(a.schemaType)};return(0,np.eachItem)(n,o.type.length===0?i=>ap.call(this,i,o):i=>o.type.forEach(r=>ap.call(this,i,o,r))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===t);o>=0&&n.rules.splice(o,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of a){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in n){
let p=n[s];if(typeof p!="object")continue;let{$data:l}=p.definition,u=r[s];l&&u&&(r[s]=Mu(u))}}return t}_removeAllSchemas(t,a){for(let n in t){let o=t[n];(!a||a.
test(n))&&(typeof o=="string"?delete t[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[n]))}}_addSchema(t,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;n=(0,Fa.normalizeId)(r||n);let l=Fa.getSchemaRefs.call(this,t,n);return p=new La.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:l}),this._cache.set(p.schema,p),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):La.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{La.compileSchema.call(this,t)}finally{this.opts=a}}};Va.ValidationError=Nw.default;Va.MissingRefError=Eu.default;qt.default=Va;
function Nu(e,t,a,n="error"){for(let o in e){let i=o;i in t&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function Ru(e){return e=(0,Fa.normalizeId)(e),this.schemas[e]||
this.refs[e]}function Jw(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function Dw(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function zw(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let a=e[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function Cw(){let e={...this.opts};for(let t of Mw)
delete e[t];return e}var Ww={log(){},warn(){},error(){}};function Kw(e){if(e===!1)return Ww;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var Hw=/^[a-z_$][a-z0-9_$:-]*$/i;function Bw(e,t){let{RULES:a}=this;if((0,np.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!Hw.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function ap(e,t,a){var n;let o=t?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===a);if(r||(r={type:a,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,Un.getJSONTypes)(t.type),schemaType:(0,Un.getJSONTypes)(t.schemaType)}};t.before?Gw.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(n=t.implements)===null||n===void 0||n.forEach(p=>this.addKeyword(p))}function Gw(e,t,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,t):(e.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function Zw(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=Mu(t)),e.validateSchema=
this.compile(t,!0))}var Qw={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function Mu(e){return{anyOf:[e,Qw]}}});var Fu=ue(op=>{"use strict";Object.defineProperty(op,"__esModule",{value:!0});var Xw={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};op.default=Xw});var Du=ue(ws=>{"use strict";Object.defineProperty(ws,"__esModule",{value:!0});ws.callRef=ws.getValidate=void 0;var Yw=Ea(),Vu=tr(),Ct=Ue(),Bs=Lr(),Uu=Nn(),Jn=Be(),
ev={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=n,{root:l}=i;if((a==="#"||a==="#/")&&
o===l.baseId)return f();let u=Uu.resolveRef.call(p,l,o,a);if(u===void 0)throw new Yw.default(n.opts.uriResolver,o,a);if(u instanceof Uu.SchemaEnv)return k(u);return S(
u);function f(){if(i===l)return Dn(e,r,i,i.$async);let j=t.scopeValue("root",{ref:l});return Dn(e,(0,Ct._)`${j}.validate`,l,l.$async)}function k(j){let x=Ju(e,j);
Dn(e,x,j,j.$async)}function S(j){let x=t.scopeValue("schema",s.code.source===!0?{ref:j,code:(0,Ct.stringify)(j)}:{ref:j}),N=t.name("valid"),E=e.subschema({schema:j,
dataTypes:[],schemaPath:Ct.nil,topSchemaRef:x,errSchemaPath:a},N);e.mergeEvaluated(E),e.ok(N)}}};function Ju(e,t){let{gen:a}=e;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,Ct._)`${a.scopeValue("wrapper",{ref:t})}.validate`}ws.getValidate=Ju;function Dn(e,t,a,n){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,l=p.passContext?Bs.default.this:Ct.nil;n?u():f();function u(){if(!s.$async)throw new Error("async schema referenced by sync schema");let j=o.let("vali\
d");o.try(()=>{o.code((0,Ct._)`await ${(0,Vu.callValidateCode)(e,t,l)}`),S(t),r||o.assign(j,!0)},x=>{o.if((0,Ct._)`!(${x} instanceof ${i.ValidationError})`,()=>o.
throw(x)),k(x),r||o.assign(j,!1)}),e.ok(j)}function f(){e.result((0,Vu.callValidateCode)(e,t,l),()=>S(t),()=>k(t))}function k(j){let x=(0,Ct._)`${j}.errors`;o.assign(
Bs.default.vErrors,(0,Ct._)`${Bs.default.vErrors} === null ? ${x} : ${Bs.default.vErrors}.concat(${x})`),o.assign(Bs.default.errors,(0,Ct._)`${Bs.default.vErrors}.length`)}
function S(j){var x;if(!i.opts.unevaluated)return;let N=(x=a?.validate)===null||x===void 0?void 0:x.evaluated;if(i.props!==!0)if(N&&!N.dynamicProps)N.props!==void 0&&
(i.props=Jn.mergeEvaluated.props(o,N.props,i.props));else{let E=o.var("props",(0,Ct._)`${j}.evaluated.props`);i.props=Jn.mergeEvaluated.props(o,E,i.props,Ct.Name)}
if(i.items!==!0)if(N&&!N.dynamicItems)N.items!==void 0&&(i.items=Jn.mergeEvaluated.items(o,N.items,i.items));else{let E=o.var("items",(0,Ct._)`${j}.evaluated.items`);
i.items=Jn.mergeEvaluated.items(o,E,i.items,Ct.Name)}}}ws.callRef=Dn;ws.default=ev});var zu=ue(ip=>{"use strict";Object.defineProperty(ip,"__esModule",{value:!0});var tv=Fu(),rv=Du(),sv=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",tv.default,rv.default];ip.default=sv});var Cu=ue(pp=>{"use strict";Object.defineProperty(pp,"__esModule",{value:!0});var zn=Ue(),Yr=zn.operators,Cn={maximum:{okStr:"<=",ok:Yr.LTE,fail:Yr.GT},minimum:{
okStr:">=",ok:Yr.GTE,fail:Yr.LT},exclusiveMaximum:{okStr:"<",ok:Yr.LT,fail:Yr.GTE},exclusiveMinimum:{okStr:">",ok:Yr.GT,fail:Yr.LTE}},av={message:({keyword:e,schemaCode:t})=>(0,zn.
str)`must be ${Cn[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,zn._)`{comparison: ${Cn[e].okStr}, limit: ${t}}`},nv={keyword:Object.keys(Cn),type:"numb\
er",schemaType:"number",$data:!0,error:av,code(e){let{keyword:t,data:a,schemaCode:n}=e;e.fail$data((0,zn._)`${a} ${Cn[t].fail} ${n} || isNaN(${a})`)}};pp.default=
nv});var Wu=ue(cp=>{"use strict";Object.defineProperty(cp,"__esModule",{value:!0});var Ua=Ue(),ov={message:({schemaCode:e})=>(0,Ua.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,Ua._)`{multipleOf: ${e}}`},iv={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:ov,code(e){let{gen:t,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,Ua._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,Ua._)`${r} !== parseInt(${r})`;e.fail$data((0,Ua.
_)`(${n} === 0 || (${r} = ${a}/${n}, ${s}))`)}};cp.default=iv});var Ku=ue(dp=>{"use strict";Object.defineProperty(dp,"__esModule",{value:!0});var vs=Ue(),pv=Be(),cv=Go(),dv={message({keyword:e,schemaCode:t}){let a=e==="maxLe\
ngth"?"more":"fewer";return(0,vs.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:e})=>(0,vs._)`{limit: ${e}}`},uv={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:dv,code(e){let{keyword:t,data:a,schemaCode:n,it:o}=e,i=t==="maxLength"?vs.operators.GT:vs.operators.LT,
r=o.opts.unicode===!1?(0,vs._)`${a}.length`:(0,vs._)`${(0,pv.useFunc)(e.gen,cv.default)}(${a})`;e.fail$data((0,vs._)`${r} ${i} ${n}`)}};dp.default=uv});var Hu=ue(up=>{"use strict";Object.defineProperty(up,"__esModule",{value:!0});var lv=tr(),mv=Be(),Gs=Ue(),fv={message:({schemaCode:e})=>(0,Gs.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,Gs._)`{pattern: ${e}}`},hv={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:fv,code(e){let{gen:t,data:a,$data:n,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(n){let{regExp:p}=r.opts.code,l=p.code==="new RegExp"?(0,Gs._)`new RegExp`:(0,mv.useFunc)(t,p),u=t.let("val\
id");t.try(()=>t.assign(u,(0,Gs._)`${l}(${i}, ${s}).test(${a})`),()=>t.assign(u,!1)),e.fail$data((0,Gs._)`!${u}`)}else{let p=(0,lv.usePattern)(e,o);e.fail$data(
(0,Gs._)`!${p}.test(${a})`)}}};up.default=hv});var Bu=ue(lp=>{"use strict";Object.defineProperty(lp,"__esModule",{value:!0});var Ja=Ue(),yv={message({keyword:e,schemaCode:t}){let a=e==="maxProperties"?"more":
"fewer";return(0,Ja.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:e})=>(0,Ja._)`{limit: ${e}}`},gv={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:yv,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxProperties"?Ja.operators.GT:Ja.operators.LT;e.fail$data(
(0,Ja._)`Object.keys(${a}).length ${o} ${n}`)}};lp.default=gv});var Gu=ue(mp=>{"use strict";Object.defineProperty(mp,"__esModule",{value:!0});var Da=tr(),za=Ue(),bv=Be(),wv={message:({params:{missingProperty:e}})=>(0,za.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,za._)`{missingProperty: ${e}}`},vv={keyword:"required",type:"object",schemaType:"array",$data:!0,error:wv,code(e){let{
gen:t,schema:a,schemaCode:n,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&a.length===0)return;let p=a.length>=s.loopRequired;if(r.allErrors?l():u(),s.strictRequired){
let S=e.parentSchema.properties,{definedProperties:j}=e.it;for(let x of a)if(S?.[x]===void 0&&!j.has(x)){let N=r.schemaEnv.baseId+r.errSchemaPath,E=`required pr\
operty "${x}" is not defined at "${N}" (strictRequired)`;(0,bv.checkStrictMode)(r,E,r.opts.strictRequired)}}function l(){if(p||i)e.block$data(za.nil,f);else for(let S of a)
(0,Da.checkReportMissingProp)(e,S)}function u(){let S=t.let("missing");if(p||i){let j=t.let("valid",!0);e.block$data(j,()=>k(S,j)),e.ok(j)}else t.if((0,Da.checkMissingProp)(
e,a,S)),(0,Da.reportMissingProp)(e,S),t.else()}function f(){t.forOf("prop",n,S=>{e.setParams({missingProperty:S}),t.if((0,Da.noPropertyInData)(t,o,S,s.ownProperties),
()=>e.error())})}function k(S,j){e.setParams({missingProperty:S}),t.forOf(S,n,()=>{t.assign(j,(0,Da.propertyInData)(t,o,S,s.ownProperties)),t.if((0,za.not)(j),()=>{
e.error(),t.break()})},za.nil)}}};mp.default=vv});var Zu=ue(fp=>{"use strict";Object.defineProperty(fp,"__esModule",{value:!0});var Ca=Ue(),kv={message({keyword:e,schemaCode:t}){let a=e==="maxItems"?"more":"few\
er";return(0,Ca.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:e})=>(0,Ca._)`{limit: ${e}}`},Pv={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:kv,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxItems"?Ca.operators.GT:Ca.operators.LT;e.fail$data((0,Ca._)`${a}.length ${o} ${n}`)}};
fp.default=Pv});var Wn=ue(hp=>{"use strict";Object.defineProperty(hp,"__esModule",{value:!0});var Qu=Ei();Qu.code='require("ajv/dist/runtime/equal").default';hp.default=Qu});var Xu=ue(gp=>{"use strict";Object.defineProperty(gp,"__esModule",{value:!0});var yp=ja(),Ot=Ue(),$v=Be(),Sv=Wn(),_v={message:({params:{i:e,j:t}})=>(0,Ot.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,Ot._)`{i: ${e}, j: ${t}}`},xv={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:_v,code(e){let{gen:t,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!n&&!o)return;let p=t.let("valid"),l=i.items?(0,yp.getSchemaTypes)(i.items):[];e.block$data(p,u,(0,Ot._)`${r} === false`),
e.ok(p);function u(){let j=t.let("i",(0,Ot._)`${a}.length`),x=t.let("j");e.setParams({i:j,j:x}),t.assign(p,!0),t.if((0,Ot._)`${j} > 1`,()=>(f()?k:S)(j,x))}function f(){
return l.length>0&&!l.some(j=>j==="object"||j==="array")}function k(j,x){let N=t.name("item"),E=(0,yp.checkDataTypes)(l,N,s.opts.strictNumbers,yp.DataType.Wrong),
de=t.const("indices",(0,Ot._)`{}`);t.for((0,Ot._)`;${j}--;`,()=>{t.let(N,(0,Ot._)`${a}[${j}]`),t.if(E,(0,Ot._)`continue`),l.length>1&&t.if((0,Ot._)`typeof ${N} == "string"`,
(0,Ot._)`${N} += "_"`),t.if((0,Ot._)`typeof ${de}[${N}] == "number"`,()=>{t.assign(x,(0,Ot._)`${de}[${N}]`),e.error(),t.assign(p,!1).break()}).code((0,Ot._)`${de}[${N}] = ${j}`)})}
function S(j,x){let N=(0,$v.useFunc)(t,Sv.default),E=t.name("outer");t.label(E).for((0,Ot._)`;${j}--;`,()=>t.for((0,Ot._)`${x} = ${j}; ${x}--;`,()=>t.if((0,Ot._)`${N}(${a}[${j}], ${a}[${x}])`,
()=>{e.error(),t.assign(p,!1).break(E)})))}}};gp.default=xv});var Yu=ue(wp=>{"use strict";Object.defineProperty(wp,"__esModule",{value:!0});var bp=Ue(),qv=Be(),Ov=Wn(),jv={message:"must be equal to constant",params:({schemaCode:e})=>(0,bp.
_)`{allowedValue: ${e}}`},Tv={keyword:"const",$data:!0,error:jv,code(e){let{gen:t,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,bp.
_)`!${(0,qv.useFunc)(t,Ov.default)}(${a}, ${o})`):e.fail((0,bp._)`${i} !== ${a}`)}};wp.default=Tv});var el=ue(vp=>{"use strict";Object.defineProperty(vp,"__esModule",{value:!0});var Wa=Ue(),Av=Be(),Nv=Wn(),Rv={message:"must be equal to one of the allowed value\
s",params:({schemaCode:e})=>(0,Wa._)`{allowedValues: ${e}}`},Ev={keyword:"enum",schemaType:"array",$data:!0,error:Rv,code(e){let{gen:t,data:a,$data:n,schema:o,schemaCode:i,
it:r}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,l=()=>p??(p=(0,Av.useFunc)(t,Nv.default)),u;if(s||
n)u=t.let("valid"),e.block$data(u,f);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let S=t.const("vSchema",i);u=(0,Wa.or)(...o.map((j,x)=>k(
S,x)))}e.pass(u);function f(){t.assign(u,!1),t.forOf("v",i,S=>t.if((0,Wa._)`${l()}(${a}, ${S})`,()=>t.assign(u,!0).break()))}function k(S,j){let x=o[j];return typeof x==
"object"&&x!==null?(0,Wa._)`${l()}(${a}, ${S}[${j}])`:(0,Wa._)`${a} === ${x}`}}};vp.default=Ev});var tl=ue(kp=>{"use strict";Object.defineProperty(kp,"__esModule",{value:!0});var Iv=Cu(),Mv=Wu(),Lv=Ku(),Fv=Hu(),Vv=Bu(),Uv=Gu(),Jv=Zu(),Dv=Xu(),zv=Yu(),Cv=el(),
Wv=[Iv.default,Mv.default,Lv.default,Fv.default,Vv.default,Uv.default,Jv.default,Dv.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},zv.default,Cv.default];kp.default=Wv});var $p=ue(Ka=>{"use strict";Object.defineProperty(Ka,"__esModule",{value:!0});Ka.validateAdditionalItems=void 0;var ks=Ue(),Pp=Be(),Kv={message:({params:{len:e}})=>(0,ks.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,ks._)`{limit: ${e}}`},Hv={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:Kv,code(e){let{parentSchema:t,it:a}=e,{items:n}=t;if(!Array.isArray(n)){(0,Pp.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}rl(e,n)}};function rl(e,t){let{gen:a,schema:n,data:o,keyword:i,it:r}=e;r.items=!0;let s=a.const("len",(0,ks._)`${o}.length`);
if(n===!1)e.setParams({len:t.length}),e.pass((0,ks._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,Pp.alwaysValidSchema)(r,n)){let l=a.var("valid",(0,ks.
_)`${s} <= ${t.length}`);a.if((0,ks.not)(l),()=>p(l)),e.ok(l)}function p(l){a.forRange("i",t.length,s,u=>{e.subschema({keyword:i,dataProp:u,dataPropType:Pp.Type.
Num},l),r.allErrors||a.if((0,ks.not)(l),()=>a.break())})}}Ka.validateAdditionalItems=rl;Ka.default=Hv});var Sp=ue(Ha=>{"use strict";Object.defineProperty(Ha,"__esModule",{value:!0});Ha.validateTuple=void 0;var sl=Ue(),Kn=Be(),Bv=tr(),Gv={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:a}=e;if(Array.isArray(t))return al(e,"additionalItems",t);a.items=!0,!(0,Kn.
alwaysValidSchema)(a,t)&&e.ok((0,Bv.validateArray)(e))}};function al(e,t,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:r,it:s}=e;u(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Kn.mergeEvaluated.items(n,a.length,s.items));let p=n.name("valid"),l=n.const("len",(0,sl._)`${i}.length`);a.forEach((f,k)=>{(0,Kn.
alwaysValidSchema)(s,f)||(n.if((0,sl._)`${l} > ${k}`,()=>e.subschema({keyword:r,schemaProp:k,dataProp:k},p)),e.ok(p))});function u(f){let{opts:k,errSchemaPath:S}=s,
j=a.length,x=j===f.minItems&&(j===f.maxItems||f[t]===!1);if(k.strictTuples&&!x){let N=`"${r}" is ${j}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${S}"`;(0,Kn.checkStrictMode)(s,N,k.strictTuples)}}}Ha.validateTuple=al;Ha.default=Gv});var nl=ue(_p=>{"use strict";Object.defineProperty(_p,"__esModule",{value:!0});var Zv=Sp(),Qv={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:e=>(0,Zv.validateTuple)(e,"items")};_p.default=Qv});var il=ue(xp=>{"use strict";Object.defineProperty(xp,"__esModule",{value:!0});var ol=Ue(),Xv=Be(),Yv=tr(),e1=$p(),t1={message:({params:{len:e}})=>(0,ol.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,ol._)`{limit: ${e}}`},r1={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:t1,code(e){let{schema:t,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,Xv.alwaysValidSchema)(n,t)&&(o?(0,e1.validateAdditionalItems)(e,o):e.ok((0,Yv.validateArray)(e)))}};xp.default=
r1});var pl=ue(qp=>{"use strict";Object.defineProperty(qp,"__esModule",{value:!0});var sr=Ue(),Hn=Be(),s1={message:({params:{min:e,max:t}})=>t===void 0?(0,sr.str)`must contain at least ${e} valid item(s)`:
(0,sr.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,sr._)`{minContains: ${e}}`:(0,sr._)`{minContains: ${e}, maxContains: ${t}}`},
a1={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:s1,code(e){let{gen:t,schema:a,parentSchema:n,data:o,
it:i}=e,r,s,{minContains:p,maxContains:l}=n;i.opts.next?(r=p===void 0?1:p,s=l):r=1;let u=t.const("len",(0,sr._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,Hn.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,Hn.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,Hn.alwaysValidSchema)(i,a)){let x=(0,sr._)`${u} >= ${r}`;s!==void 0&&(x=(0,sr._)`${x} && ${u} <= ${s}`),
e.pass(x);return}i.items=!0;let f=t.name("valid");s===void 0&&r===1?S(f,()=>t.if(f,()=>t.break())):r===0?(t.let(f,!0),s!==void 0&&t.if((0,sr._)`${o}.length > 0`,
k)):(t.let(f,!1),k()),e.result(f,()=>e.reset());function k(){let x=t.name("_valid"),N=t.let("count",0);S(x,()=>t.if(x,()=>j(N)))}function S(x,N){t.forRange("i",
0,u,E=>{e.subschema({keyword:"contains",dataProp:E,dataPropType:Hn.Type.Num,compositeRule:!0},x),N()})}function j(x){t.code((0,sr._)`${x}++`),s===void 0?t.if((0,sr.
_)`${x} >= ${r}`,()=>t.assign(f,!0).break()):(t.if((0,sr._)`${x} > ${s}`,()=>t.assign(f,!1).break()),r===1?t.assign(f,!0):t.if((0,sr._)`${x} >= ${r}`,()=>t.assign(
f,!0)))}}};qp.default=a1});var ul=ue(_r=>{"use strict";Object.defineProperty(_r,"__esModule",{value:!0});_r.validateSchemaDeps=_r.validatePropertyDeps=_r.error=void 0;var Op=Ue(),n1=Be(),
Ba=tr();_r.error={message:({params:{property:e,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,Op.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:a,missingProperty:n}})=>(0,Op._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var o1={keyword:"dependencies",type:"object",schemaType:"object",error:_r.error,code(e){let[t,a]=i1(e);cl(e,t),dl(e,a)}};function i1({schema:e}){
let t={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?t:a;o[n]=e[n]}return[t,a]}function cl(e,t=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(t).length===0)return;let i=a.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,Ba.propertyInData)(a,n,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(p,()=>{for(let l of s)(0,Ba.checkReportMissingProp)(e,l)}):(a.if((0,Op._)`${p} && (${(0,Ba.
checkMissingProp)(e,s,i)})`),(0,Ba.reportMissingProp)(e,i),a.else())}}_r.validatePropertyDeps=cl;function dl(e,t=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,r=a.
name("valid");for(let s in t)(0,n1.alwaysValidSchema)(i,t[s])||(a.if((0,Ba.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>a.var(r,!0)),e.ok(r))}_r.validateSchemaDeps=dl;_r.default=o1});var ml=ue(jp=>{"use strict";Object.defineProperty(jp,"__esModule",{value:!0});var ll=Ue(),p1=Be(),c1={message:"property name must be valid",params:({params:e})=>(0,ll.
_)`{propertyName: ${e.propertyName}}`},d1={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:c1,code(e){let{gen:t,schema:a,data:n,it:o}=e;
if((0,p1.alwaysValidSchema)(o,a))return;let i=t.name("valid");t.forIn("key",n,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,ll.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};jp.default=d1});var Ap=ue(Tp=>{"use strict";Object.defineProperty(Tp,"__esModule",{value:!0});var Bn=tr(),mr=Ue(),u1=Lr(),Gn=Be(),l1={message:"must NOT have additional properti\
es",params:({params:e})=>(0,mr._)`{additionalProperty: ${e.additionalProperty}}`},m1={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:l1,code(e){let{gen:t,schema:a,parentSchema:n,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,Gn.alwaysValidSchema)(r,a))return;let l=(0,Bn.allSchemaProperties)(n.properties),u=(0,Bn.
allSchemaProperties)(n.patternProperties);f(),e.ok((0,mr._)`${i} === ${u1.default.errors}`);function f(){t.forIn("key",o,N=>{!l.length&&!u.length?j(N):t.if(k(N),
()=>j(N))})}function k(N){let E;if(l.length>8){let de=(0,Gn.schemaRefOrVal)(r,n.properties,"properties");E=(0,Bn.isOwnProperty)(t,de,N)}else l.length?E=(0,mr.or)(
...l.map(de=>(0,mr._)`${N} === ${de}`)):E=mr.nil;return u.length&&(E=(0,mr.or)(E,...u.map(de=>(0,mr._)`${(0,Bn.usePattern)(e,de)}.test(${N})`))),(0,mr.not)(E)}function S(N){
t.code((0,mr._)`delete ${o}[${N}]`)}function j(N){if(p.removeAdditional==="all"||p.removeAdditional&&a===!1){S(N);return}if(a===!1){e.setParams({additionalProperty:N}),
e.error(),s||t.break();return}if(typeof a=="object"&&!(0,Gn.alwaysValidSchema)(r,a)){let E=t.name("valid");p.removeAdditional==="failing"?(x(N,E,!1),t.if((0,mr.
not)(E),()=>{e.reset(),S(N)})):(x(N,E),s||t.if((0,mr.not)(E),()=>t.break()))}}function x(N,E,de){let J={keyword:"additionalProperties",dataProp:N,dataPropType:Gn.
Type.Str};de===!1&&Object.assign(J,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(J,E)}}};Tp.default=m1});var yl=ue(Rp=>{"use strict";Object.defineProperty(Rp,"__esModule",{value:!0});var f1=Ra(),fl=tr(),Np=Be(),hl=Ap(),h1={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&hl.default.code(new f1.KeywordCxt(
i,hl.default,"additionalProperties"));let r=(0,fl.allSchemaProperties)(a);for(let f of r)i.definedProperties.add(f);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=Np.mergeEvaluated.props(t,(0,Np.toHash)(r),i.props));let s=r.filter(f=>!(0,Np.alwaysValidSchema)(i,a[f]));if(s.length===0)return;let p=t.name("valid");
for(let f of s)l(f)?u(f):(t.if((0,fl.propertyInData)(t,o,f,i.opts.ownProperties)),u(f),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(f),
e.ok(p);function l(f){return i.opts.useDefaults&&!i.compositeRule&&a[f].default!==void 0}function u(f){e.subschema({keyword:"properties",schemaProp:f,dataProp:f},
p)}}};Rp.default=h1});var vl=ue(Ep=>{"use strict";Object.defineProperty(Ep,"__esModule",{value:!0});var gl=tr(),Zn=Ue(),bl=Be(),wl=Be(),y1={keyword:"patternProperties",type:"object",
schemaType:"object",code(e){let{gen:t,schema:a,data:n,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,gl.allSchemaProperties)(a),p=s.filter(x=>(0,bl.alwaysValidSchema)(i,
a[x]));if(s.length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let l=r.strictSchema&&!r.allowMatchingProperties&&o.properties,u=t.name(
"valid");i.props!==!0&&!(i.props instanceof Zn.Name)&&(i.props=(0,wl.evaluatedPropsToName)(t,i.props));let{props:f}=i;k();function k(){for(let x of s)l&&S(x),i.
allErrors?j(x):(t.var(u,!0),j(x),t.if(u))}function S(x){for(let N in l)new RegExp(x).test(N)&&(0,bl.checkStrictMode)(i,`property ${N} matches pattern ${x} (use \
allowMatchingProperties)`)}function j(x){t.forIn("key",n,N=>{t.if((0,Zn._)`${(0,gl.usePattern)(e,x)}.test(${N})`,()=>{let E=p.includes(x);E||e.subschema({keyword:"\
patternProperties",schemaProp:x,dataProp:N,dataPropType:wl.Type.Str},u),i.opts.unevaluated&&f!==!0?t.assign((0,Zn._)`${f}[${N}]`,!0):!E&&!i.allErrors&&t.if((0,Zn.
not)(u),()=>t.break())})})}}};Ep.default=y1});var kl=ue(Ip=>{"use strict";Object.defineProperty(Ip,"__esModule",{value:!0});var g1=Be(),b1={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:a,it:n}=e;if((0,g1.alwaysValidSchema)(n,a)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};Ip.default=b1});var Pl=ue(Mp=>{"use strict";Object.defineProperty(Mp,"__esModule",{value:!0});var w1=tr(),v1={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:w1.validateUnion,
error:{message:"must match a schema in anyOf"}};Mp.default=v1});var $l=ue(Lp=>{"use strict";Object.defineProperty(Lp,"__esModule",{value:!0});var Qn=Ue(),k1=Be(),P1={message:"must match exactly one schema in oneOf",params:({
params:e})=>(0,Qn._)`{passingSchemas: ${e.passing}}`},$1={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:P1,code(e){let{gen:t,schema:a,parentSchema:n,it:o}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,r=t.let("valid",!1),s=t.let("passing",null),
p=t.name("_valid");e.setParams({passing:s}),t.block(l),e.result(r,()=>e.reset(),()=>e.error(!0));function l(){i.forEach((u,f)=>{let k;(0,k1.alwaysValidSchema)(o,
u)?t.var(p,!0):k=e.subschema({keyword:"oneOf",schemaProp:f,compositeRule:!0},p),f>0&&t.if((0,Qn._)`${p} && ${r}`).assign(r,!1).assign(s,(0,Qn._)`[${s}, ${f}]`).
else(),t.if(p,()=>{t.assign(r,!0),t.assign(s,f),k&&e.mergeEvaluated(k,Qn.Name)})})}}};Lp.default=$1});var Sl=ue(Fp=>{"use strict";Object.defineProperty(Fp,"__esModule",{value:!0});var S1=Be(),_1={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=t.name("valid");a.forEach((i,r)=>{if((0,S1.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};Fp.default=_1});var ql=ue(Vp=>{"use strict";Object.defineProperty(Vp,"__esModule",{value:!0});var Xn=Ue(),xl=Be(),x1={message:({params:e})=>(0,Xn.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,Xn._)`{failingKeyword: ${e.ifClause}}`},q1={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:x1,code(e){let{gen:t,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,xl.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=_l(n,"then"),i=_l(n,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let u=t.let("ifClause");e.setParams({ifClause:u}),t.if(s,l("then",u),l("else",u))}else o?t.if(
s,l("then")):t.if((0,Xn.not)(s),l("else"));e.pass(r,()=>e.error(!0));function p(){let u=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(u)}function l(u,f){return()=>{let k=e.subschema({keyword:u},s);t.assign(r,s),e.mergeValidEvaluated(k,r),f?t.assign(f,(0,Xn._)`${u}`):e.setParams(
{ifClause:u})}}}};function _l(e,t){let a=e.schema[t];return a!==void 0&&!(0,xl.alwaysValidSchema)(e,a)}Vp.default=q1});var Ol=ue(Up=>{"use strict";Object.defineProperty(Up,"__esModule",{value:!0});var O1=Be(),j1={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:a}){t.if===void 0&&(0,O1.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};Up.default=j1});var jl=ue(Jp=>{"use strict";Object.defineProperty(Jp,"__esModule",{value:!0});var T1=$p(),A1=nl(),N1=Sp(),R1=il(),E1=pl(),I1=ul(),M1=ml(),L1=Ap(),F1=yl(),V1=vl(),
U1=kl(),J1=Pl(),D1=$l(),z1=Sl(),C1=ql(),W1=Ol();function K1(e=!1){let t=[U1.default,J1.default,D1.default,z1.default,C1.default,W1.default,M1.default,L1.default,
I1.default,F1.default,V1.default];return e?t.push(A1.default,R1.default):t.push(T1.default,N1.default),t.push(E1.default),t}Jp.default=K1});var Tl=ue(Dp=>{"use strict";Object.defineProperty(Dp,"__esModule",{value:!0});var $t=Ue(),H1={message:({schemaCode:e})=>(0,$t.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,$t._)`{format: ${e}}`},B1={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:H1,code(e,t){let{gen:a,data:n,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:l,schemaEnv:u,self:f}=s;if(!p.validateFormats)return;o?k():S();function k(){let j=a.scopeValue("formats",{ref:f.
formats,code:p.code.formats}),x=a.const("fDef",(0,$t._)`${j}[${r}]`),N=a.let("fType"),E=a.let("format");a.if((0,$t._)`typeof ${x} == "object" && !(${x} instanceof RegExp)`,
()=>a.assign(N,(0,$t._)`${x}.type || "string"`).assign(E,(0,$t._)`${x}.validate`),()=>a.assign(N,(0,$t._)`"string"`).assign(E,x)),e.fail$data((0,$t.or)(de(),J()));
function de(){return p.strictSchema===!1?$t.nil:(0,$t._)`${r} && !${E}`}function J(){let W=u.$async?(0,$t._)`(${x}.async ? await ${E}(${n}) : ${E}(${n}))`:(0,$t.
_)`${E}(${n})`,F=(0,$t._)`(typeof ${E} == "function" ? ${W} : ${E}.test(${n}))`;return(0,$t._)`${E} && ${E} !== true && ${N} === ${t} && !${F}`}}function S(){let j=f.
formats[i];if(!j){de();return}if(j===!0)return;let[x,N,E]=J(j);x===t&&e.pass(W());function de(){if(p.strictSchema===!1){f.logger.warn(F());return}throw new Error(
F());function F(){return`unknown format "${i}" ignored in schema at path "${l}"`}}function J(F){let me=F instanceof RegExp?(0,$t.regexpCode)(F):p.code.formats?(0,$t.
_)`${p.code.formats}${(0,$t.getProperty)(i)}`:void 0,T=a.scopeValue("formats",{key:i,ref:F,code:me});return typeof F=="object"&&!(F instanceof RegExp)?[F.type||
"string",F.validate,(0,$t._)`${T}.validate`]:["string",F,T]}function W(){if(typeof j=="object"&&!(j instanceof RegExp)&&j.async){if(!u.$async)throw new Error("a\
sync format in sync schema");return(0,$t._)`await ${E}(${n})`}return typeof N=="function"?(0,$t._)`${E}(${n})`:(0,$t._)`${E}.test(${n})`}}}};Dp.default=B1});var Al=ue(zp=>{"use strict";Object.defineProperty(zp,"__esModule",{value:!0});var G1=Tl(),Z1=[G1.default];zp.default=Z1});var Nl=ue(Zs=>{"use strict";Object.defineProperty(Zs,"__esModule",{value:!0});Zs.contentVocabulary=Zs.metadataVocabulary=void 0;Zs.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];Zs.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var El=ue(Cp=>{"use strict";Object.defineProperty(Cp,"__esModule",{value:!0});var Q1=zu(),X1=tl(),Y1=jl(),ek=Al(),Rl=Nl(),tk=[Q1.default,X1.default,(0,Y1.default)(),
ek.default,Rl.metadataVocabulary,Rl.contentVocabulary];Cp.default=tk});var Ml=ue(Yn=>{"use strict";Object.defineProperty(Yn,"__esModule",{value:!0});Yn.DiscrError=void 0;var Il;(function(e){e.Tag="tag",e.Mapping="mapping"})(Il||(Yn.
DiscrError=Il={}))});var Fl=ue(Kp=>{"use strict";Object.defineProperty(Kp,"__esModule",{value:!0});var Qs=Ue(),Wp=Ml(),Ll=Nn(),rk=Ea(),sk=Be(),ak={message:({params:{discrError:e,tagName:t}})=>e===
Wp.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:a}})=>(0,Qs._)`{error: ${e}, tag: ${a}, tagValue: ${t}}`},
nk={keyword:"discriminator",type:"object",schemaType:"object",error:ak,code(e){let{gen:t,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),l=t.
const("tag",(0,Qs._)`${a}${(0,Qs.getProperty)(s)}`);t.if((0,Qs._)`typeof ${l} == "string"`,()=>u(),()=>e.error(!1,{discrError:Wp.DiscrError.Tag,tag:l,tagName:s})),
e.ok(p);function u(){let S=k();t.if(!1);for(let j in S)t.elseIf((0,Qs._)`${l} === ${j}`),t.assign(p,f(S[j]));t.else(),e.error(!1,{discrError:Wp.DiscrError.Mapping,
tag:l,tagName:s}),t.endIf()}function f(S){let j=t.name("valid"),x=e.subschema({keyword:"oneOf",schemaProp:S},j);return e.mergeEvaluated(x,Qs.Name),j}function k(){
var S;let j={},x=E(o),N=!0;for(let W=0;W<r.length;W++){let F=r[W];if(F?.$ref&&!(0,sk.schemaHasRulesButRef)(F,i.self.RULES)){let T=F.$ref;if(F=Ll.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,T),F instanceof Ll.SchemaEnv&&(F=F.schema),F===void 0)throw new rk.default(i.opts.uriResolver,i.baseId,T)}let me=(S=F?.properties)===
null||S===void 0?void 0:S[s];if(typeof me!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);N=N&&
(x||E(F)),de(me,W)}if(!N)throw new Error(`discriminator: "${s}" must be required`);return j;function E({required:W}){return Array.isArray(W)&&W.includes(s)}function de(W,F){
if(W.const)J(W.const,F);else if(W.enum)for(let me of W.enum)J(me,F);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function J(W,F){
if(typeof W!="string"||W in j)throw new Error(`discriminator: "${s}" values must be unique strings`);j[W]=F}}}};Kp.default=nk});var Vl=ue((t_,ok)=>{ok.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Vt=ue((ft,Hp)=>{"use strict";Object.defineProperty(ft,"__esModule",{value:!0});ft.MissingRefError=ft.ValidationError=ft.CodeGen=ft.Name=ft.nil=ft.stringify=
ft.str=ft._=ft.KeywordCxt=ft.Ajv=void 0;var ik=Lu(),pk=El(),ck=Fl(),Ul=Vl(),dk=["/properties"],eo="http://json-schema.org/draft-07/schema",Xs=class extends ik.default{_addVocabularies(){
super._addVocabularies(),pk.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(ck.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(Ul,dk):Ul;this.addMetaSchema(t,eo,!1),this.refs["http://json-schema.org/schema"]=eo}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(eo)?eo:void 0)}};ft.Ajv=Xs;Hp.exports=ft=Xs;Hp.exports.Ajv=Xs;Object.defineProperty(ft,"__esMo\
dule",{value:!0});ft.default=Xs;var uk=Ra();Object.defineProperty(ft,"KeywordCxt",{enumerable:!0,get:function(){return uk.KeywordCxt}});var Ys=Ue();Object.defineProperty(
ft,"_",{enumerable:!0,get:function(){return Ys._}});Object.defineProperty(ft,"str",{enumerable:!0,get:function(){return Ys.str}});Object.defineProperty(ft,"stri\
ngify",{enumerable:!0,get:function(){return Ys.stringify}});Object.defineProperty(ft,"nil",{enumerable:!0,get:function(){return Ys.nil}});Object.defineProperty(
ft,"Name",{enumerable:!0,get:function(){return Ys.Name}});Object.defineProperty(ft,"CodeGen",{enumerable:!0,get:function(){return Ys.CodeGen}});var lk=Tn();Object.
defineProperty(ft,"ValidationError",{enumerable:!0,get:function(){return lk.default}});var mk=Ea();Object.defineProperty(ft,"MissingRefError",{enumerable:!0,get:function(){
return mk.default}})});var jh=At(Rc());import{models as BP}from"./models.js";function mn(e,t=!1){let a=e.length,n=0,o="",i=0,r=16,s=0,p=0,l=0,u=0,f=0;function k(J,W){let F=0,me=0;for(;F<J||!W;){let T=e.charCodeAt(n);if(T>=48&&T<=57)me=me*
16+T-48;else if(T>=65&&T<=70)me=me*16+T-65+10;else if(T>=97&&T<=102)me=me*16+T-97+10;else break;n++,F++}return F<J&&(me=-1),me}function S(J){n=J,o="",i=0,r=16,f=
0}function j(){let J=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&Is(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&Is(e.
charCodeAt(n)))for(n++;n<e.length&&Is(e.charCodeAt(n));)n++;else return f=3,e.substring(J,n);let W=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===101))
if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&Is(e.charCodeAt(n))){for(n++;n<e.length&&Is(e.charCodeAt(n));)n++;W=n}else f=3;
return e.substring(J,W)}function x(){let J="",W=n;for(;;){if(n>=a){J+=e.substring(W,n),f=2;break}let F=e.charCodeAt(n);if(F===34){J+=e.substring(W,n),n++;break}
if(F===92){if(J+=e.substring(W,n),n++,n>=a){f=2;break}switch(e.charCodeAt(n++)){case 34:J+='"';break;case 92:J+="\\";break;case 47:J+="/";break;case 98:J+="\b";
break;case 102:J+="\f";break;case 110:J+=`
`;break;case 114:J+="\r";break;case 116:J+="	";break;case 117:let T=k(4,!0);T>=0?J+=String.fromCharCode(T):f=4;break;default:f=5}W=n;continue}if(F>=0&&F<=31)if(wa(
F)){J+=e.substring(W,n),f=2;break}else f=6;n++}return J}function N(){if(o="",f=0,i=n,p=s,u=l,n>=a)return i=a,r=17;let J=e.charCodeAt(n);if(Xo(J)){do n++,o+=String.
fromCharCode(J),J=e.charCodeAt(n);while(Xo(J));return r=15}if(wa(J))return n++,o+=String.fromCharCode(J),J===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,l=n,r=14;switch(J){case 123:return n++,r=1;case 125:return n++,r=2;case 91:return n++,r=3;case 93:return n++,r=4;case 58:return n++,r=6;case 44:return n++,
r=5;case 34:return n++,o=x(),r=10;case 47:let W=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!wa(e.charCodeAt(n));)n++;return o=e.substring(W,n),r=12}if(e.charCodeAt(
n+1)===42){n+=2;let F=a-1,me=!1;for(;n<F;){let T=e.charCodeAt(n);if(T===42&&e.charCodeAt(n+1)===47){n+=2,me=!0;break}n++,wa(T)&&(T===13&&e.charCodeAt(n)===10&&n++,
s++,l=n)}return me||(n++,f=1),o=e.substring(W,n),r=13}return o+=String.fromCharCode(J),n++,r=16;case 45:if(o+=String.fromCharCode(J),n++,n===a||!Is(e.charCodeAt(
n)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=j(),r=11;default:for(;n<a&&E(J);)n++,J=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(J),n++,r=16}}
function E(J){if(Xo(J)||wa(J))return!1;switch(J){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function de(){let J;do J=N();while(J>=
12&&J<=15);return J}return{setPosition:S,getPosition:()=>n,scan:t?de:N,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-u,getTokenError:()=>f}}function Xo(e){return e===32||e===9}function wa(e){return e===10||e===13}function Is(e){return e>=48&&e<=57}
var Ec;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(Ec||(Ec={}));var oy=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),Ms=200,iy={" ":{"\n":new Array(Ms).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(Ms).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(Ms).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(Ms).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(Ms).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(Ms).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var fn;(function(e){e.DEFAULT={allowTrailingComma:!1}})(fn||(fn={}));function Ic(e,t){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,l,u,f){i.value=p,i.offset=l,i.length=u,i.type=f,i.colonOffset=void 0,o=i}try{ti(e,{onObjectBegin:(p,l)=>{if(t<=p)throw n;o=void 0,r=t>p,a.push(
"")},onObjectProperty:(p,l,u)=>{if(t<l||(s(p,l,u,"property"),a[a.length-1]=p,t<=l+u))throw n},onObjectEnd:(p,l)=>{if(t<=p)throw n;o=void 0,a.pop()},onArrayBegin:(p,l)=>{
if(t<=p)throw n;o=void 0,a.push(0)},onArrayEnd:(p,l)=>{if(t<=p)throw n;o=void 0,a.pop()},onLiteralValue:(p,l,u)=>{if(t<l||(s(p,l,u,Mc(p)),t<=l+u))throw n},onSeparator:(p,l,u)=>{
if(t<=l)throw n;if(p===":"&&o&&o.type==="property")o.colonOffset=l,r=!1,o=void 0;else if(p===","){let f=a[a.length-1];typeof f=="number"?a[a.length-1]=f+1:(r=!0,
a[a.length-1]=""),o=void 0}}})}catch(p){if(p!==n)throw p}return{path:a,previousNode:o,isAtPropertyKey:r,matches:p=>{let l=0;for(let u=0;l<p.length&&u<a.length;u++)
if(p[l]===a[u]||p[l]==="*")l++;else if(p[l]!=="**")return!1;return l===p.length}}}function Yo(e,t=[],a=fn.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){n.type==="property"&&(n.length=p-n.offset,n=n.
parent)}function i(p){return n.children.push(p),p}ti(e,{onObjectBegin:p=>{n=i({type:"object",offset:p,length:-1,parent:n,children:[]})},onObjectProperty:(p,l,u)=>{
n=i({type:"property",offset:l,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:p,offset:l,length:u,parent:n})},onObjectEnd:(p,l)=>{o(p+l),n.
length=p+l-n.offset,n=n.parent,o(p+l)},onArrayBegin:(p,l)=>{n=i({type:"array",offset:p,length:-1,parent:n,children:[]})},onArrayEnd:(p,l)=>{n.length=p+l-n.offset,
n=n.parent,o(p+l)},onLiteralValue:(p,l,u)=>{i({type:Mc(p),offset:l,length:u,parent:n,value:p}),o(l+u)},onSeparator:(p,l,u)=>{n.type==="property"&&(p===":"?n.colonOffset=
l:p===","&&o(l))},onError:(p,l,u)=>{t.push({error:p,offset:l,length:u})}},a);let s=n.children[0];return s&&delete s.parent,s}function ei(e,t){if(!e)return;let a=e;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function hn(e){switch(e.type){case"array":return e.children.map(hn);case"object":let t=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(t[a.
children[0].value]=hn(n))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function ti(e,t,a=fn.DEFAULT){let n=mn(e,!1),o=[],i=0;function r(G){return G?()=>i===0&&G(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(G){return G?Q=>i===0&&G(Q,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function p(G){return G?
Q=>i===0&&G(Q,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function l(G){return G?()=>{i>0?i++:G(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function u(G){return G?()=>{i>0&&i--,i===
0&&G(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let f=l(t.onObjectBegin),k=p(t.onObjectProperty),S=u(t.onObjectEnd),
j=l(t.onArrayBegin),x=u(t.onArrayEnd),N=p(t.onLiteralValue),E=s(t.onSeparator),de=r(t.onComment),J=s(t.onError),W=a&&a.disallowComments,F=a&&a.allowTrailingComma;
function me(){for(;;){let G=n.scan();switch(n.getTokenError()){case 4:T(14);break;case 5:T(15);break;case 3:T(13);break;case 1:W||T(11);break;case 2:T(12);break;case 6:
T(16);break}switch(G){case 12:case 13:W?T(10):de();break;case 16:T(1);break;case 15:case 14:break;default:return G}}}function T(G,Q=[],ne=[]){if(J(G),Q.length+ne.
length>0){let st=n.getToken();for(;st!==17;){if(Q.indexOf(st)!==-1){me();break}else if(ne.indexOf(st)!==-1)break;st=me()}}}function he(G){let Q=n.getTokenValue();
return G?N(Q):(k(Q),o.push(Q)),me(),!0}function ke(){switch(n.getToken()){case 11:let G=n.getTokenValue(),Q=Number(G);isNaN(Q)&&(T(2),Q=0),N(Q);break;case 7:N(null);
break;case 8:N(!0);break;case 9:N(!1);break;default:return!1}return me(),!0}function ce(){return n.getToken()!==10?(T(3,[],[2,5]),!1):(he(!1),n.getToken()===6?(E(
":"),me(),Ae()||T(4,[],[2,5])):T(5,[],[2,5]),o.pop(),!0)}function q(){f(),me();let G=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.getToken()===5){if(G||T(
4,[],[]),E(","),me(),n.getToken()===2&&F)break}else G&&T(6,[],[]);ce()||T(4,[],[2,5]),G=!0}return S(),n.getToken()!==2?T(7,[2],[]):me(),!0}function pe(){j(),me();
let G=!0,Q=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(Q||T(4,[],[]),E(","),me(),n.getToken()===4&&F)break}else Q&&T(6,[],[]);G?(o.push(
0),G=!1):o[o.length-1]++,Ae()||T(4,[],[4,5]),Q=!0}return x(),G||o.pop(),n.getToken()!==4?T(8,[4],[]):me(),!0}function Ae(){switch(n.getToken()){case 3:return pe();case 1:
return q();case 10:return he(!0);default:return ke()}}return me(),n.getToken()===17?a.allowEmptyContent?!0:(T(4,[],[]),!1):Ae()?(n.getToken()!==17&&T(9,[],[]),!0):
(T(4,[],[]),!1)}function Mc(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var Lc;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(Lc||(Lc={}));var Fc;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(Fc||(Fc={}));var Uc=Ic;var ri=Yo,Jc=ei;var Dc=hn;var Vc;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(Vc||(Vc={}));function zc(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var ly="\uFEFF";function*Cc(e){for(let t of e.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(ly)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${my(zc(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function my(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function Ls(e){return Wc(e)}function Kr(e){return Wc(e)}function Wc(e){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let o=e(a);return t.
set(a,{value:o}),o}}function Kc(e){return[...e.files.values()].flatMap(fy)}var fy=Kr(e=>e.syntaxErrors.length===0&&hy(e.text)===Hc(e.value)?[]:e.tree===void 0?[]:[...si(e.path,e.tree,
[])]);function hy(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function Hc(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((a,n)=>a+Hc(n),0)}function*si(e,t,a){let n=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*si(e,i,[...a,o]);continue}let p=String(r.value);n.has(p)&&(yield{code:"S002",file:e,path:[...a,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),n.add(p),s!==void 0&&(yield*si(e,s,[...a,p]))}}function Gc(e){return[...e.files.values()].flatMap(yy)}var yy=Kr(({path:e,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll(gy)].flatMap(({0:n,index:o})=>n.
startsWith('"')||Bc(n)===Bc(String(Number(n)))?[]:[{code:"S005",file:e,path:Uc(t,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),gy=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function Bc(e){let[,t="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?a===""?e:"0":`${t}${r}e${Number(o)-n.length+i.length-r.length}`}function ve(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function cs(e){return ve(e)?Object.entries(e):[]}function Er(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as ai}from"node:path";function yn(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function xe(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var gn=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function Zc(e,t,a){let[n="",o=""]=a.split("#"),i=n===""?t:ai.normalize(ai.join(ai.dirname(t),n)),r=e.files.get(i)?.value;if(r===void 0)throw new gn(t,a,"names a\
 file that does not exist");for(let s of xe(o)){let p=Array.isArray(r)?r[Number(s)]:ve(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new gn(t,a,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function Qc(e){return e.replaceAll(":","~~").replaceAll("/","~")}function Xc(e){return e.replaceAll("~~",":").replaceAll("~","/")}function Pt(e,t){let a={};return t!==void 0&&(a[e]=t),a}function va(e){if(e.kind==="object")return e.members;if(e.kind!=="union")return[];let t=new Map([[e.tag.name,e.tag]]);for(let a of e.variants.flatMap(n=>n.members))
t.has(a.name)||t.set(a.name,a);return[...t.values()]}var ea=At(Vt(),1);function xr(e,t=0,a=t+4){return t+e.below(a-t+1)}var fr=new ea.Name("vErrors");function ct(e,t,{pointer:a,value:n},...o){return o.reduce((i,r)=>ea._`${i}, ${r}`,
ea._`${new ea.Name(e)}(${fr}, ${a}, ${n}, ${t.required?1:0}`)}function Ee(e,t){return{about:e,value:t,findings:[]}}function Le(e,t,a,n){return{about:e,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function ht(e){return e.map(t=>Le(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function it(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var fk=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function Jl(e,t,a,n){return{...hk(e,t,a),source:a.has("x-source")?a.source():n}}function hk(e,t,a){return{name:e,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",fk)}:{},notes:a.notes()}}var $s=At(Vt(),1);function yk(e){return typeof e=="string"?e:JSON.stringify(e)}function Ga(e){let t=e.map(yk),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function ro(e,t=""){let a=(o,i,r)=>o===void 0?[]:[{en:`${i} ${to(o,t)}`,zh:`${r} ${to(o,t)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E")];
return n.length===0?void 0:{en:n.map(({en:o})=>o).join(" and "),zh:Ps(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function so(e,t=""){let{minimum:a,maximum:n,
exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${to(n,t)}`,zh:`${a} \u5230 ${to(n,t)} \u7684`};
let r=ro(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\uFF09`}}function es(e,t,a){let n=o=>`${o}\
 ${o===1?a.en:Dl(a.en)}`;return t===void 0?e===0?{en:Dl(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.zh}`}:e===t?{en:n(t),zh:`${t} \u4E2A${a.
zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${e} to ${n(t)}`,zh:`${e} \u5230 ${t} \u4E2A${a.zh}`}}function Ps(...e){
return e.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.test(a)?`${t} ${a}`:t+a,"")}function Dl(e){
return`${e}s`}function to(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var zl={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...it({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...it({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?$s._`${ct("typed",e,t,$s._`"array"`)})`:$s._`${ct("list",e,t,$s._`${a??0}`,n===void 0?$s._`Infinity`:
$s._`${n}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...it({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let a=ro({minimum:e,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...ht(["text",1,{length:1}]),...e===0?[Ee("empty",[])]:[Le("min-items-under",
Za(e-1),"min-items")],...e<=3&&(t??3)>=3?[Ee("items",Za(3))]:[],...t===void 0?[]:[Ee("max-items-at",Za(t)),Le("max-items-over",Za(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},a)=>Za(xr(a,e,t))};function Za(e){return Array.from({length:e},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var Bp=At(Vt(),1);var Cl={read:(e,t)=>({kind:"boolean",...t,...Pt("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>Bp._`${ct("\
typed",e,t,Bp._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...ht([
"true",1,0,[]]),Ee("true",!0),Ee("false",!1)],sample:(e,t)=>t.below(2)===1};var en=At(Vt(),1);var Qa=At(Vt(),1),Wl=At(Fs(),1);function hr(e){return(0,Qa.stringify)(e)}function Kl(e){return(0,Qa.stringify)(e)}function ts(e,t=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return Qa._`${(0,Wl.regexpCode)(new RegExp(a,t))}`}function Xa({type:e,enum:t}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[a,...n]=e.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||t!==void 0)?a:void 0}function ao({type:e}){return Array.isArray(e)&&e.includes("null")}function Hl({nullable:e},t){return e?`${t} | null`:t}function Bl({nullable:e},t){
if(e!==!0)return t;let{type:a,enum:n,anyOf:o,oneOf:i}=t,r=o??i;return a===void 0&&Array.isArray(r)?{...t,[o===void 0?"oneOf":"anyOf"]:[...r,{type:"null"}]}:{...t,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function Gl({nullable:e},{en:t,zh:a}){return e?{en:`${t}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:t,zh:a}}function Zl({nullable:e},t){return e?[Ee("null",null),
...t]:t}function no({nullable:e},t,a,n){return e?[]:[{about:t,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var Ya=At(Vt(),1);function Ql(e,t){if(e.has("x-options"))return e.objects("x-options").map(a=>({value:t(a.raw("value"),"x-options"),...it({label:a.has("label")?gk(a.object("label")):
void 0,deprecated:a.has("x-deprecated")?bk(a.object("x-deprecated"),t):void 0})}))}function gk(e){let t=Object.keys(e.value).map(a=>[a,e.text(a)]);return{...Object.
fromEntries(t),en:e.text("en")}}function bk(e,t){return{since:e.text("since"),...it({until:e.optionalText("until"),replacedBy:e.has("replacedBy")?t(e.raw("repla\
cedBy"),"x-options"):void 0}),source:e.source()}}function Gp(e){return e.map(({deprecated:t,...a})=>{if(t===void 0)return a;let{source:n,...o}=t;return{...a,deprecated:o}})}
function Xl({options:e=[]},t,{constant:a}){let n=Gp(e).flatMap(({value:o,deprecated:i})=>i===void 0?[]:[[o,{...i}]]);return n.length===0?Ya._``:Ya._`
${new Ya.Name("deprecatedValue")}(${fr}, ${t.pointer}, ${t.value}, ${a(hr(n))})`}function Yl({options:e=[]},t){return e.some(a=>a.value===t&&a.deprecated!==void 0)}var em={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},tm={read(e,t){if(e.has("const"))
return{kind:"enum",...t,type:"string",values:[e.text("const")]};let a=wk(e),[n="mixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",r=(s,p)=>vk(s)&&a.some(l=>em[l](
s))?s:e.refuse(p,`${a.join("s or ")}s`);return e.list("enum").includes(null)!==ao(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has nul\
l'),{kind:"enum",...t,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[r(s,"enum")]),...e.has("default")?{default:r(e.raw("default"),"default")}:{},...Pt("u\
nit",Sk(e)),...Pt("options",Ql(e,r))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(t)).join(" | ")})`,schema:({type:e,values:t})=>({type:e==="mixed"?Pk(t):e,
enum:[...t]}),check(e,t,a){let n=a.constant(hr(e.values)),o=e.type==="mixed"?en._`${ct("mixedChoice",e,t,n)})`:en._`${ct("choice",e,t,en._`${e.type}`,n)})`;return en._`${o}${Xl(
e,t,a)}`},facts:({type:e,values:t,unit:a,options:n})=>({type:e,allowed:t,...Pt("unit",a),...Pt("options",n&&Gp(n))}),phrase({values:e,unit:t}){let a=Ga(e),n=t===
void 0?"":` ${t}`;return{en:a.en+n,zh:a.zh+n}},example(e){let{default:t,values:a}=e;return t??a.find(n=>!Yl(e,n))??a[0]??""},cases:e=>[...kk(e),...e.values.map(
t=>Ee(`offers-${t}`,t)),..._k(e.values)],sample:({values:e},t)=>e[t.below(e.length)]??""};function wk(e){let t=e.raw("type"),a=(Array.isArray(t)?t:[t]).filter(o=>o!==
"null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(em,o));return(n.length<a.length||n.length===0)&&e.refuse("type","string, integer, number or boolean, or \
a list of these"),n}function vk(e){return typeof e=="string"||typeof e=="number"||typeof e=="boolean"}function kk({type:e,values:t}){return e==="mixed"?$k(t):ht(
e==="string"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]])}function Pk(e){let t=e.map(n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),
a=[...new Set(t)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function $k(e){let t=new Set(e);return[...e.map(n=>typeof n=="string"?Number(n):String(
n)).filter(n=>!Number.isNaN(n)&&!t.has(n)).map(n=>Le(`as-${typeof n}-${n}`,n,"enum")),Le("type-array",[e[0]??""],"enum"),Le("type-object",{},"enum"),...[!0,!1].
filter(n=>!t.has(n)).map(n=>Le(`type-${n}`,n,"enum"))]}function Sk(e){return e.optionalText("x-unit")}function _k(e){let t=new Set(e),a=(i,r)=>t.has(r)?[]:[Le(i,
r,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");return[...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.
flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(r=>r!==i).flatMap(r=>a(`case-${r}`,r))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a(
"under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var Kt=At(Vt(),1);function oo(e){return it({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function io({kind:e,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&xk(i)?i:void 0;return{type:e,...it({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:r})}}function xk(e){return Number.isInteger(e*2**20)}function po({kind:e,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...it({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:r})}}function co(e,t,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,l=o===void 0?Kt._`-Infinity`:Kt._`${o}`,u=i===void 0?Kt._`Infinity`:Kt._`${i}`;if(n===
"integer"&&r===void 0&&s===void 0&&p===void 0)return Kt._`${ct("integer",e,t,l,u)})`;let f=r===void 0?Kt._`-Infinity`:Kt._`${r}`,k=s===void 0?Kt._`Infinity`:Kt._`${s}`;
return Kt._`${ct("numeric",e,t,Kt._`${n}`,a(Kt._`[${l}, ${u}, ${f}, ${k}, ${p??0}]`))})`}function ta({kind:e,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return Zp(t.minimum,a);if(t.exclusiveMinimum!==void 0)return qk(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??yr(n-a)}function qk(e,{maximum:t,exclusiveMaximum:a,multipleOf:n},o){let i=t??a,r=n===void 0?yr(e+o):Zp(yr(
e+n/2),n);return i===void 0||r<i||r===t?r:yr((e+i)/2)}function Zp(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:yr(Math.ceil(e/t)*t)}function yr(e){return Number(
e.toFixed(9))}function uo(e){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=x=>r===void 0||Number.isInteger(Number(
(x/r).toFixed(9))),l=(x,N)=>p(N)?[Ee(x,N)]:[],u=a!==void 0?[...l("minimum-at",a),Le("minimum-under",yr(a-s),"minimum")]:o!==void 0?[Le("exclusive-minimum-at",o,
"minimum"),Le("exclusive-minimum-under",yr(o-s),"minimum")]:[Ee("negative",-s),Ee("zero",0)],f=n!==void 0?[...l("maximum-at",n),Le("maximum-over",yr(n+s),"maxim\
um")]:i!==void 0?[Le("exclusive-maximum-at",i,"maximum"),Le("exclusive-maximum-over",yr(i+s),"maximum")]:r===void 0?[Ee("large",2147483648)]:[],k=ta(e),S=yr(k+(r??
0)/(t==="integer"?r??1:2)),j=S<=(n??1/0)&&S<(i??1/0)&&!p(S);return[...u,...f,...r!==void 0&&j?[Le("off-step",S,"multiple-of")]:[]]}function lo(e,t){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(a==="integer"?1:.25),p=o??r,l=n??i??(p===void 0?0:p-100*s),u=Zp(l,s)+(i===void 0?0:s),f=p===
void 0?100:Math.floor((p-u)/s+1e-9)+(r===void 0?1:0);return f<1?ta(e):yr(u+s*t.below(f))}var rm={read:(e,t)=>({kind:"integer",...t,...oo(e)}),type:()=>"number",schema:io,check:co,facts:po,phrase(e){let t=so(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:ta,
cases:e=>[...ht(["5",!0,[5],5.5]),...uo(e)],sample:lo};var ar=At(Vt(),1);function sm(e,t){return{read:t,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...it({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=a,l=new ar.Name(`index${n.depth}`),u=s===void 0?ar._`Infinity`:
ar._`${s}`,f=o.nested(i,{pointer:ar._`${n.pointer} + "/" + ${l}`,value:ar._`${n.value}[${l}]`,depth:n.depth+1}),k=p?ar._`
${new ar.Name("uniqueItems")}(${fr}, ${n.pointer}, ${n.value})`:ar._``;return ar._`if (${ct("list",a,n,ar._`${r}`,u)})) {
for (let ${l} = 0; ${l} < ${n.value}.length && ${l} < ${u}; ${l}++) {
${f}
}${k}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...it({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let r=es(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[p,l]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:Ps("\u542B",l,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>am(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...ht(["text",7,{0:"text"}]),...Ok(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},r){let s=Array.from({length:xr(
r,n,o)},()=>e.sample(a,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function Ok(e,{items:t,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,r=u=>am(e,t,u,i,"video"),s=Math.max(1,a),p=r(s),l=e.cases(t).filter(({value:u})=>u!==void 0).map(({about:u,value:f,findings:k})=>({about:`item-${u}`,value:p.
map((S,j)=>j===s-1&&f!==void 0?f:S),findings:k.map(S=>({...S,path:`/${s-1}${S.path??""}`}))}));return[...a===0?[Ee("empty",[])]:[Le("min-items-under",r(a-1),"mi\
n-items")],...r(s).length===s?[Ee("min-items-at",p)]:[],...n===void 0?[]:[...r(n).length===n?[Ee("max-items-at",r(n))]:[],...r(n+1).length>n?[Le("max-items-over",
r(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Le("repeated-item",[...p,...p],"unique-items","/1")]:[],...l.filter(({value:u})=>!i||new Set(u.map(f=>JSON.stringify(
f))).size===s)]}function am(e,t,a,n,o){let i=e.example(t,o);if(!n)return Array.from({length:a},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,a)}var qr=At(Vt(),1);function nm(e,t){return{read:t,type:({values:a})=>`{ [name: string]: ${e.type(a)} }`,schema:({values:a,names:n,minProperties:o,maxProperties:i})=>({type:"object",
...it({minProperties:o,maxProperties:i}),...n===void 0?{}:{propertyNames:{pattern:n.pattern}},additionalProperties:e.schema(a)}),check(a,n,o){let{values:i,names:r,
minProperties:s=0,maxProperties:p}=a,[l,u]=[new qr.Name(`place${n.depth}`),new qr.Name(`entry${n.depth}`)],f=p===void 0?qr._`Infinity`:qr._`${p}`,k=r===void 0?[]:
[o.constant(ts(r.pattern)),qr._`${r.examples[0]}`];return qr._`for (const [${l}, ${u}] of ${ct("entriesOf",a,n,qr._`${s}`,f,...k)})) {
${o.nested(i,{pointer:qr._`${l}`,value:u,depth:n.depth+1})}
}`},facts:({values:a,minProperties:n,maxProperties:o})=>({type:"object",...it({minItems:n,maxItems:o}),items:a}),phrase({values:a,names:n,minProperties:o=0,maxProperties:i}){
let{en:r,zh:s}=a.phrase,p=es(o,i,{en:"member",zh:"\u6210\u5458"}),l=n===void 0?void 0:JSON.stringify(n.examples[0]);return{en:`an object of ${p.en} with names${l===
void 0?"":` such as ${l}`}, each ${r}`,zh:Ps("\u542B",p.zh,`\u7684\u5BF9\u8C61\uFF0C${l===void 0?"\u540D\u79F0\u81EA\u5B9A":`\u540D\u79F0\u4F8B\u5982 ${l}`}\uFF0C\u6BCF\u4E2A\u503C\
\u4E3A`,s)}},example:(a,n)=>Qp(a,e.example(a.values,n),Math.max(1,a.minProperties??0)),cases:a=>[...ht(["text",7,[]]),...jk(e,a),...Tk(e,a)],sample:(a,n)=>Object.
fromEntries(Array.from({length:xr(n,a.minProperties,a.maxProperties)},(o,i)=>[a.names===void 0?`name ${i+1}`:n.matching(a.names.pattern),e.sample(a.values,n)]))}}
function Qp({names:e},t,a){let n=e?.examples??Array.from({length:a},(o,i)=>`name ${i+1}`);return Object.fromEntries(n.slice(0,a).map(o=>[o,t]))}function jk(e,t){
let{minProperties:a=0,maxProperties:n,values:o}=t,i=r=>{let s=Qp(t,e.example(o,"video"),r);return Object.keys(s).length===r?[s]:[]};return[...i(a).map(r=>Ee("mi\
n-members-at",r)),...a===0?[]:i(a-1).map(r=>Le("min-members-under",r,"min-items")),...n===void 0?[]:[...i(n).map(r=>Ee("max-members-at",r)),...i(n+1).map(r=>Le(
"max-members-over",r,"max-items"))]]}function Tk(e,t){let{values:a,names:n,minProperties:o=0}=t,i=n?.examples[0]??"a/b~c",r=`/${i.replaceAll("~","~0").replaceAll(
"/","~1")}`,s=e.example(a,"video"),{[i]:p,...l}=Qp(t,s,Math.max(1,o)),u=Object.fromEntries(Object.entries(l).slice(0,Math.max(0,o-1))),f=n===void 0?void 0:new RegExp(
n.pattern);return[Ee("name",{...u,[i]:s}),...["",`${i}\0`,` ${i}`,"no such form!?"].flatMap((k,S)=>f===void 0||f.test(k)?[]:[Le(`name-bad-${S+1}`,{...u,[k]:s},"\
property-name",`/${k}`)]),...a.nullable?[]:[Le("value-null",{...u,[i]:null},"null",r)],...e.cases(a).flatMap(({about:k,value:S,findings:j})=>S===void 0?[]:[{about:`\
value-${k}`,value:{...u,[i]:S},findings:j.map(x=>({...x,path:`${r}${x.path??""}`}))}])]}function ra(e){switch(e.kind){case"media":return!0;case"object":return e.
members.some(ra);case"union":return e.variants.some(ra);case"list":return ra(e.items);case"map":return ra(e.values);default:return!1}}var nr=At(Vt(),1);var Ak=["media-format","media-bytes","media-width","media-height","media-aspect-ratio","media-duration","media-frame-rate","media-total-duration","media-total-b\
ytes","media-size-unclear"];function om(e){return{rule:e.oneOf("rule",Ak),severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("di\
scouraged")?{discouraged:e.texts("discouraged")}:{},...Pt("minimum",e.optionalNumber("minimum")),...Pt("maximum",e.optionalNumber("maximum")),...Pt("exclusiveMi\
nimum",e.optionalNumber("exclusiveMinimum")),...Pt("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s",
"fps","ratio"])}:{},...Pt("quote",e.optionalText("quote")),source:e.source()}}var im=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],pm=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Xp="data:image/png;base64,iVBORw0KGgo=";function Yp(e,t,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var um={read:Nk,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:o}},check(e,t,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=a(ts(Rk(r))),l=a(hr(
s)),u=s.includes("data"),f=u?nr._`${new nr.Name("withBase64")}(${p})`:p;if(n){let S=nr._`${ct("mediaReference",e,t,f,l)})`;return u?nr._`${S}
${new nr.Name("base64Reference")}(${fr}, ${t.pointer}, ${t.value}, ${f})`:S}let k=nr._`${ct("media",e,t,nr._`${o}`,nr._`${i}`,f,l)})`;return u?nr._`${k}
${new nr.Name("base64")}(${fr}, ${t.pointer}, ${t.value}, ${i}, ${f})`:k},facts:({single:e,media:t,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...it({contradicted:i}),...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:t,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,
r=Ek(i);if(t)return{en:`${Ik(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=es(a,n,o);return{en:`an array of ${s.en} (${r.en})`,zh:Ps(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:a,minItems:n}){let o=i=>Yp(e,t,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,r)=>o(r))},cases(e,t){let a=t.some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...ht([7,!0,["https://example.com/one.png"]]),...Lk(
e,a)]:[...ht(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...Mk(e),...Fk(e,a)]},sample:({single:e,minItems:t,maxItems:a,pattern:n},o)=>e?
o.matching(n):Array.from({length:xr(o,t,a)},()=>o.matching(n))};function cm(e,t){return e.texts(t).map(a=>a==="url"||a==="asset"||a==="data"?a:e.refuse(t,"url, \
asset or data"))}function Nk(e,t,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:r}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=Xa(e.value)==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,extension:r,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:cm(p,"x-accepts"),...n.has("contradicted")?{contradicted:cm(n,"contrad\
icted")}:{},pattern:p.text("pattern"),limits:n.objects("limits").map(om)}}var dm="\\x00-\\x20\\x7F-\\xA0";function Rk(e){return e.replaceAll(dm,`${dm}\\s`)}function Ek(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function Ik(e){return/^[aeiou]/i.test(e)?"an":"a"}function Ss({name:e,extension:t},a){return Array.from({length:a},(n,o)=>Yp(e,t,o))}function Mk(e){
let{minItems:t,maxItems:a}=e;return[...t>0?[Le("min-items-under",Ss(e,t-1),"min-items")]:[],Ee("min-items-at",Ss(e,t)),Ee("max-items-at",Ss(e,a)),Le("max-items-\
over",Ss(e,a+1),"max-items"),Le("max-items-over-bad-item",[...Ss(e,a),"nowhere"],"max-items")]}function lm({accepts:e},t,a){return[...im.slice(0,t?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...pm.slice(0,t?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?a("base64",Xp,"media-base64","advice"):a("base64",Xp,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function Lk(e,t){return lm(
e,t,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function Fk(e,t){let a=Math.max(1,e.minItems),n=(i,r,s,p="error")=>({about:i,
value:Ss(e,a).map((l,u)=>u===a-1?r:l),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:p}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...Ss(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...lm(e,t,n),...o]}var mm={read:(e,t)=>({kind:"number",...t,...oo(e)}),type:()=>"number",schema:io,check:co,facts:po,phrase(e){let t=so(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:ta,cases:e=>[...ht(["0.5",
!0,[.5]]),...uo(e)],sample:lo};var Vr=At(Vt(),1);function fm(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function ec({since:e,until:t,replacedBy:a}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function hm(e){
let t=[...sa("at least",e.minimum,""),...sa("at most",e.maximum,""),...sa("at least",e.minLength," characters"),...sa("at most",e.maxLength," characters"),...sa(
"at least",e.minItems," items"),...sa("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function sa(e,t,a){return t===void 0?[]:[`${e} ${t}${a}`]}function mo(e){return e.kind!=="enum"?[]:(e.options??[]).map(({value:t,label:a,deprecated:n})=>{
let o=[...a===void 0?[]:[`${a.en}.`],...n===void 0?[]:[`Deprecated. ${ec(n)}`]];return`${JSON.stringify(t)}: ${o.join(" ")}`})}function ym(e){return Vk(e,"")}function Vk(e,t){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,...mo(
e),"default"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(hm),...e.notes.map(o=>o.text)].filter(o=>o!==""),`S\
ource: ${fm(e.source)}.`,...Uk(e.deprecated)].join(`
`)}function Uk(e){return e===void 0?[]:[`@deprecated ${ec(e)}`]}function gm(e,t=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function bm(e){return/^[A-Za-z_$][\w$]*$/.test(e)?e:JSON.stringify(e)}function wm(e){return`{
${e.map(Jk).join("")}}`}function Jk({name:e,doc:t,optional:a,type:n}){return`${t===void 0?"":gm(t,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function fo(e){let{unit:t}=e,a=[e.description,t===void 0?"":`Unit: ${t}.`,...mo(e)].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function vm(e,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":wm(a.map(n=>({name:bm(n.name),doc:ym(n),optional:!n.required,type:e.
type(n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...fo(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(hr(a.members.
map(s=>s.name))),r=a.members.map(s=>{let p=new Vr.Name(`member${n.depth}`),l=o.nested(s,{pointer:Vr._`${n.pointer} + ${`/${s.name}`}`,value:p,depth:n.depth+1});
return Vr._`{
const ${p} = ${new Vr.Name("own")}(${n.value}, ${s.name})
${l}
}`});return Vr._`if (${ct("object",a,n,i)})) {
${r.reduce((s,p)=>Vr._`${s}
${p}`,Vr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let{en:n,zh:o}=tc(a);return{en:`an object with ${n}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${o}`}},
example:(a,n)=>km(a,e,n),cases:a=>[...ht(["text",7,[]]),...Dk(a,e)],sample:({members:a},n)=>Object.fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[
o.name,e.sample(o,n)]))}}function tc(e){let t=e.map(({name:a,required:n,phrase:{en:o,zh:i}})=>n?{en:`${a} (required: ${o})`,zh:`${a}\uFF08\u5FC5\u586B\uFF1A${i}\
\uFF09`}:{en:`${a} (${o})`,zh:`${a}\uFF08${i}\uFF09`});return{en:t.map(({en:a})=>a).join(", "),zh:t.map(({zh:a})=>a).join("\u3001")}}function km({members:e},t,a){
let n=e.filter(i=>i.required),o=n.length>0?n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,a)]))}function Dk(e,t){let a=km(e,t,"video"),n=new Set(
e.members.map(i=>i.name)),o=e.members.flatMap(i=>{let{[i.name]:r,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.
name}`}]:[]},...no(i,`${i.name}-null`,{...s,[i.name]:null},`/${i.name}`),...t.cases(i).flatMap(({about:p,value:l,findings:u})=>l===void 0?[]:[{about:`${i.name}-${p}`,
value:{...s,[i.name]:l},findings:u.map(f=>({...f,path:`/${i.name}${f.path??""}`}))}])]});return[Ee("members",a),...n.has("no_such_member")?[]:[Le("unknown-membe\
r",{...a,no_such_member:1},"unknown-parameter","/no_such_member")],Le("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var rs=At(Vt(),1);var gr=At(Vt(),1);var Pm="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",$m="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",_s={date:{
pattern:`^${Pm}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${$m}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${Pm}T${$m}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var zk=Object.keys(_s);function ho(e){let t=e.has("format")?e.oneOf("format",zk):void 0,a=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),it({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):_s[t].pattern,format:t,default:e.optionalText("default"),examples:a??(t===void 0?void 0:_s[t].valid)})}function yo({
minLength:e,maxLength:t,format:a,pattern:n,examples:o}){let i=a!==void 0&&_s[a].isOurs===!0?void 0:a;return{type:"string",...it({minLength:e,maxLength:t,format:i,
pattern:n,examples:o})}}function go({minLength:e,maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...it({minLength:e,maxLength:t,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function bo(e,t,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:r,examples:s}=e,p=gr._`${n??0}`,l=o===void 0?gr._`Infinity`:
gr._`${o}`;if(i!==void 0){let u=r===void 0?gr._`"pattern"`:gr._`"format"`,f=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return gr._`${ct("patterned",
e,t,p,l,a(ts(i)),u,a(Kl(f)))})`}return n===1&&o===void 0?gr._`${ct("nonEmpty",e,t)})`:n===void 0&&o===void 0?gr._`${ct("typed",e,t,gr._`"string"`)})`:gr._`${ct(
"text",e,t,p,l)})`}function wo({minLength:e=0,maxLength:t,format:a,pattern:n,examples:o}){let r=es(e,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:l,
zh:u}=_s[a].name;return e>0||t!==void 0?{en:`${l}, of ${r.en}`,zh:`${u}\uFF0C${r.zh}`}:{en:l,zh:u}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},
[p]=o??[];return n===void 0||p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function vo({default:e,
examples:t,minLength:a=0,maxLength:n},o){if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function ko({format:e,pattern:t,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(t===void 0)return[];let i=new RegExp(t),[r=""]=a,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:_s[e].invalid).filter(u=>!i.test(u)&&[...u].length>=n&&[...u].length<=o),l=e===void 0?"pattern":"format";return[...a.map((u,f)=>Ee(`${l}-good-${f+1}`,u)),
...p.map((u,f)=>Le(`${l}-bad-${f+1}`,u,l))]}function Po({minLength:e=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),o=({value:p})=>typeof p=="string"&&n.test(
p),i=e>0?[Le("min-length-under","a".repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Le(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+
1),"max-length")),s=[...e>0?[Ee("min-length-at","a".repeat(e)),Ee("min-length-astral","\u{1F600}".repeat(e)),Ee("space"," ".repeat(e))]:[],...t===void 0?[]:[Ee(
"max-length-at","a".repeat(t)),Ee("max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var Sm=()=>ht([7,!0,["a"]]);function _m(e){return Pt(
"minLength",e.optionalNumber("minLength"))}function $o({pattern:e,minLength:t,maxLength:a},n){return e===void 0?n.text(xr(n,t,a)):n.matching(e)}var Ck={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function qm(e){return Ck[e].
en}var Om={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...ho(e),limits:e.objects("x-prompt-limits").map(Wk),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:yo,
check:(e,t,a)=>[bo(e,t,a),...Kk(e,t,a),...Bk(e,t,a)].reduce((n,o)=>rs._`${n}
${o}`),facts:e=>({...go(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:a,from:n,to:o})=>({prefix:t,parameter:a,from:n,to:o}))}:{}}),phrase:wo,
example:(e,t)=>vo(e,qm(t)),cases:e=>[...ht([7,!0,["a"],{text:"a"}]),...Po(e),...ko(e),...Gk(e.limits),...Zk(e.tokens)],sample:$o};function Wk(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...Pt("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function Kk({limits:e},{pointer:t,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:u,count:f,max:k,severity:S,onlyWithHan:j})=>[
u,f,k,S==="error"?1:0,j===!0?1:0]),r=Math.min(...e.map(u=>u.max)),s=e.some(u=>u.count==="words"),p=(u,f=!0)=>n(hr(f?Hk(u):[])),l=rs._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[rs._`if (typeof ${a} === "string" && ${a}.length > ${r}) ${new rs.Name("promptLimits")}(${fr}, ${t}, ${a}, ${n(hr(i))}, ${l})`]}function Hk(e){
let t=e.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function Bk({tokens:e},{pointer:t,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=ts(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return rs._`if (typeof ${a} === "string") ${new rs.Name("promptTokens")}(${fr}, ${t}, ${a}, ${p}, ${i}, ${r}, ${s}, ${n(
i)})`})}function Gk(e){return[...e.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(xm(a,o)).map(([i,r])=>Ee(`${t}-${a}-${o===n?"at":"over"}${i}`,
r)))),...e.length>1?[Ee("every-limit-over",e.map(({count:t,max:a})=>xm(t,a+1)[""]).join(" "))]:[]]}function Zk(e){return e.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function xm(e,t){let a=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var jm={read:(e,t)=>({kind:"string",...t,..._m(e),...ho(e),...Pt("values",e.unknown("x-values"))}),type:()=>"string",schema:yo,check:bo,facts:go,phrase(e){let t=wo(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>vo(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...Sm(),...e.pattern===void 0&&e.maxLength===void 0?[Ee("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[Ee("empty","")]:[],...Po(e),...ko(e)],sample:$o};var ss=At(Vt(),1);function Tm(e,t){return{read:t,type:({variants:a})=>`(${a.map(n=>e.type(n)).join(" | ")})`,schema:({tag:a,variants:n})=>({oneOf:n.map(o=>Qk(e,a,o))}),check(a,n,o){
let{tag:i,variants:r}=a,s=new ss.Name(`form${n.depth}`),p=o.nested(i,{pointer:ss._`${n.pointer} + ${`/${i.name}`}`,value:s,depth:n.depth+1}),l=r.map(u=>ss._`if (${s} === ${u.
name}) {
${o.nested(u,n)}
}`);return ss._`if (${ct("anyObject",a,n)})) {
const ${s} = ${new ss.Name("own")}(${n.value}, ${i.name})
${[p,...l].reduce((u,f)=>ss._`${u}
${f}`)}
}`},facts:({tag:a,variants:n})=>({type:"object",tag:a.name,members:[a],variants:n}),phrase({tag:a,variants:n}){let o=n.map(({name:i,members:r})=>{let{en:s,zh:p}=tc(
Am(a,r));return s===""?{en:i,zh:i}:{en:`${i} with ${s}`,zh:`${i}\uFF0C\u542B ${p}`}});return{en:`an object by its ${a.name}: ${o.map(({en:i})=>i).join("; or ")}`,
zh:`\u6309 ${a.name} \u533A\u5206\u7684\u5BF9\u8C61\uFF1A${o.map(({zh:i})=>i).join("\uFF1B\u6216 ")}`}},example:({variants:[a]},n)=>a===void 0?{}:e.example(a,n),
cases:a=>[...ht(["text",7,[]]),...Xk(e,a),...Yk(e,a)],sample:({variants:a},n)=>{let o=a[n.below(a.length)];return o===void 0?{}:e.sample(o,n)}}}function Qk(e,t,a){
let{properties:n,...o}=e.schema(a),i=ve(n)?n:{},{enum:r,...s}=ve(i[t.name])?i[t.name]:{};return{...o,...fo(a),properties:{...i,[t.name]:{...s,const:a.name}}}}function Am(e,t){
return t.filter(({name:a})=>a!==e.name)}function Xk(e,{tag:t,variants:a}){let[n]=a,o=n===void 0?{}:e.example(n,"video"),{[t.name]:i,...r}=ve(o)?o:{},s=`/${t.name}`;
return[Le(`${t.name}-missing`,r,"required",s),...no(t,`${t.name}-null`,{...r,[t.name]:null},s),...e.cases(t).filter(({findings:p})=>p.length>0).flatMap(({about:p,
value:l=null,findings:u})=>({about:`${t.name}-${p}`,value:{...r,[t.name]:l},findings:u.map(f=>({...f,path:s}))}))]}function Yk(e,{tag:t,variants:a}){let n=a.flatMap(
({members:o})=>o);return a.flatMap(o=>{let i=Am(t,o.members),r=new Set(o.members.map(({name:u})=>u)),s=n.find(({name:u})=>!r.has(u)),p=e.example(o,"video"),l=u=>ve(
u)?[{[t.name]:o.name,...u}]:[];return[Ee(`form-${o.name}`,p),...s===void 0||!ve(p)?[]:[Le(`${o.name}-with-${s.name}`,{...p,[s.name]:e.example(s,"video")},"unkno\
wn-parameter",`/${s.name}`)],...e.cases({...o,members:i}).flatMap(({about:u,value:f=null,findings:k})=>l(f).map(S=>({about:`${o.name}-${u}`,value:S,findings:k})))]})}
function Nm(e,t,a){let n=e.objects("oneOf"),o=e0(n)??e.refuse("oneOf",'objects that one required member tells apart, by a "const" of its own in each'),i=n.map(u=>{
let f=a(u.object("properties").object(o).text("const"),u);return f.kind==="object"?f:e.refuse("oneOf","objects with named members")}),r=new Map;for(let u of i.flatMap(
({members:f})=>f)){let f=r.get(u.name)??u;u.name!==o&&tn(u)!==tn(f)&&e.refuse("oneOf",`forms in which "${u.name}" means the same: its kind, files, unit and defa\
ult are alike in all that have it`),r.set(u.name,f)}let s=i.map(({name:u})=>u),{source:p}=t,l=r.get(o)?.description??"";return{kind:"union",...t,tag:{kind:"enum",
name:o,required:!0,description:l,phrase:Ga(s),notes:[],source:p,type:"string",values:s},variants:i}}function e0(e){let[t]=e.map(({value:n})=>n);return(ve(t?.properties)?
Object.keys(t.properties):[]).find(n=>{let o=e.map(({value:{properties:i,required:r}})=>{let s=ve(i)?i[n]:void 0;return ve(s)&&Array.isArray(r)&&r.includes(n)?s.
const:void 0});return o.every(i=>typeof i=="string")&&new Set(o).size===o.length})}function tn(e){let{kind:t,quantity:a}=e,{unit:n,default:o}=e;return JSON.stringify(
[t,a,n,o,...t==="media"?[e.single,e.media,e.accepts,e.limits]:[],...t==="list"?[tn(e.items)]:[],...t==="object"?e.members.map(i=>[i.name,tn(i)]):[],...t==="unio\
n"?e.variants.map(tn):[]])}var So={type:o0,schema:i0,example:Em,cases:e=>c0(e,[]),sample:d0},Rm={prompt:Om,string:jm,enum:tm,integer:rm,number:mm,boolean:Cl,media:um,object:vm(So,r0),map:nm(
So,a0),union:Tm(So,s0),list:sm(So,n0),array:zl};function t0(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0||t.const!==void 0)return"enum";if(t.oneOf!==
void 0)return"union";let a=Xa(t);switch(a){case"string":return e==="prompt"||t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"\
array":return t["x-items"]===void 0?"list":"array";case"object":return t.properties===void 0&&ve(t.additionalProperties)?"map":"object";case"integer":case"numbe\
r":case"boolean":return a;default:return}}function _o(e,t,a,n){let o=t0(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=Rm[o].read(t,{...a,
...ao(t.value)?{nullable:!0}:{}},n);return{...i,phrase:p0(i)}}function r0(e,t,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(n.value).map(i=>{let r=n.object(i);return _o(i,r,xo(i,o.has(i),r,t),a)})}}function s0(e,t,a){return Nm(e,t,(n,o)=>_o(n,o,
xo(n,!0,o,t),a))}function a0(e,t,a){let n=e.object("additionalProperties");n.has("default")&&n.refuse("default","left out: a member is there or not");let o=_o("\
value",n,xo("value",!0,n,t),a);ra(o)&&e.refuse("additionalProperties","values without files: what the files are has to stand in a list of objects");let i=e.has(
"propertyNames")?e.object("propertyNames"):void 0,[r,...s]=i?.texts("examples")??[];return{kind:"map",...t,values:o,...i===void 0||r===void 0?{}:{names:{pattern:i.
text("pattern"),examples:[r,...s]}},...it({minProperties:e.optionalNumber("minProperties"),maxProperties:e.optionalNumber("maxProperties")})}}function n0(e,t,a){
let n=e.object("items");return n.has("default")&&n.refuse("default","left out: an item is there or not"),e.has("uniqueItems")&&["object","array"].includes(Xa(n.
value)??"")&&e.refuse("uniqueItems","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:_o("item",n,xo("item",!0,n,t),a),...it(
{minItems:e.optionalNumber("minItems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?!0:void 0})}}function xo(e,t,a,{source:n}){
return Jl(e,t,a,n)}function o0(e){return Hl(e,aa(e).type(e))}function i0(e){return Bl(e,aa(e).schema(e))}function p0(e){return Gl(e,aa(e).phrase(e))}function Em(e,t){return aa(e).example(e,t)}function c0(e,t){return Zl(e,aa(e).cases(e,t))}function d0(e,t){return e.
nullable&&t.below(8)===0?null:aa(e).sample(e,t)}function aa(e){return Rm[e.kind]}function Im(e,t){return Object.hasOwn(e,t)?Reflect.get(e,t):void 0}function xs(e){return e.split("/").slice(1)}function qo(e){return e.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function Ur({value:e,place:t},a,n){let[o,
...i]=a;if(o===void 0)return[{value:e,place:t}];if(o==="*")return Array.isArray(e)?e.flatMap((p,l)=>Ur({value:p,place:t+"["+l+"]"},i,n)):[];if(typeof e!="object"||
e===null||Array.isArray(e))return[];let r=Im(e,o),s={value:r===void 0&&!i.length?n:r,place:(t&&t+".")+o};return s.value===void 0?[]:Ur(s,i,n)}function as(e,{path:t,
default:a}){return Ur(e,xs(t),a).flatMap(({value:n,place:o})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:o}]:[])}function Mm(e){let[,t="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(e))??[],o=a.length-Number(n),i=BigInt(t+a);return o<0?[i*10n**BigInt(-o),0]:[i,o]}function Lm(e){let t=e.map(o=>Mm(o)),a=t.reduce((o,[,i])=>Math.max(
o,i),0);return+(t.reduce((o,[i,r])=>o+i*10n**BigInt(a-r),0n)+"e-"+a)}function Fm(e){let t=e.map(n=>Mm(n)),a=t.reduce((n,[,o])=>n+o,0);return+(t.reduce((n,[o])=>n*
o,1n)+"e-"+a)}function na(e,t,a,{maximum:n,minimum:o,unit:i},r){let s=n??o??0,p=typeof s=="number"?{value:s,place:""}:as(r,s)[0];if(p===void 0)return;let{value:l,place:u}=p;if(n===
void 0?a>=l:a<=l)return;let f=n===void 0?"lower":"upper";return{text:e,of:[...t],side:f,limit:l,unit:i,actual:a,...u?{bound:u}:{}}}function Vm(e,t){let a={value:e,place:""},n=0;for(let{path:o}of t.of)for(let{value:i}of Ur(a,xs(o)))n+=Array.isArray(i)?i.length:i===null?0:1;return na("rule-co\
unt",t.of.map(({path:o})=>qo(o)),n,t,a)}function rc(e){return u0(e).map((t,a)=>a===0?t:/^(\d+|\*)$/.test(t)?`[${t}]`:`.${t}`).join("")}function u0(e){return e.split("/").slice(1).map(t=>t.replaceAll("\
~1","/").replaceAll("~0","~"))}function ia(e,t){return e.texts("of").map((a,n)=>Um(e,`of/${n}`,a,t))}function Oo(e,t){return Jm(e,"of",t)}function pa(e,t,a){let n=e.has("maximum")?"maximum":"\
minimum";return{[n]:l0(e,n,t,a),unit:a??""}}function l0(e,t,a,n){if(typeof e.raw(t)=="number")return e.number(t);let o=Um(e,t,e.text(t),a),i=Jm(e,t,[o]);return n!==
void 0&&i!==n&&e.refuse(t,`in the unit of the numbers:${n===""?" none":n}, not${i||" none"}`),o.at}function jo(e){let t=new Set(e.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return t.size===1?[...t][0]:void 0}function To(e,t){return t.map(({at:a})=>({...a,path:oa(a).slice(e.length)}))}function sc({in:e,of:t}){return Er(t).
map(([,a])=>rc(`${oa(e)}${oa(a)}`))}function ca(e){let{maximum:t,minimum:a,unit:n=""}=e,o=t??a??null;return{of:sc(e),side:t===void 0?"lower":"upper",...ve(o)?{bound:rc(
oa(o))}:{limit:o,unit:n}}}function oa(e){let t=ve(e)?e.path:e;return typeof t=="string"?t:""}function Um(e,t,a,n){let o=ac(a,n);(o===void 0||!m0(o))&&e.refuse(t,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:i}=o;return{parameter:o,at:{path:a,...typeof i=="number"?{default:i}:{}}}}function m0(e){
let{kind:t}=e;return t==="integer"||t==="number"||t==="enum"&&e.type!=="string"}function ac(e,t){let[a,...n]=e.split("/").slice(1);return n.reduce((o,i)=>o?.kind===
"object"||o?.kind==="union"?va(o).find(r=>r.name===i):o?.kind==="list"&&i==="*"?o.items:void 0,t.find(o=>o.name===a))}function Jm(e,t,a){let n=new Set(a.map(({parameter:i})=>i.
unit??""));n.size>1&&e.refuse(t,`numbers of one unit, not of ${[...n].map(i=>i||"none").join(" and ")}`);let[o=""]=n;return o===""?"":` ${o}`}var f0=64,Dm={keyword:"x-count",read(e,t){return{of:e.texts("of").map((n,o)=>{let i=(n.endsWith("*")?void 0:ac(n,t))??e.refuse(`of/${o}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...h0(i)?{}:{one:!0}}}),...pa(e,t)}},broken:(e,t)=>Vm(e,t),check:"brokenCount",demand:e=>({
text:"rule-count",...ca(e)}),schema({of:e,maximum:t,minimum:a}){let n=t??a,o=Er(e).map(([,s])=>ve(s)&&s.one===void 0?oa(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||o.some(s=>s.includes("/")))return;let i=zm(Number(n),o.length);return i===void 0?void 0:{anyOf:i.map(s=>t===void 0?g0(o,s):y0(o,s))}}};function h0(e){
return e.kind==="list"||e.kind==="array"||e.kind==="media"&&!e.single}function zm(e,t){if(t===1)return[[e]];let a=[];for(let n=0;n<=e;n++){let o=zm(e-n,t-1);if(o===
void 0||(a.push(...o.map(i=>[n,...i])),a.length>f0))return}return a}function y0(e,t){return{properties:Object.fromEntries(e.map((a,n)=>[a,{maxItems:t[n]??0}]))}}
function g0(e,t){let a=e.flatMap((n,o)=>{let i=t[o]??0;return i>0?[[n,i]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,o])=>[n,{
type:"array",minItems:o}]))}}function Cm(e,{in:t,of:a,orEqual:n,unit:o}){for(let i of Ur({value:e,place:""},xs(t))){let r=a.flatMap(s=>as(i,s));for(let[s,p]of r.entries()){let l=r[s-1];if(!(l===
void 0||l.value<p.value||n&&l.value===p.value))return{text:"rule-order",...n?{orEqual:""}:{},first:l.place,actual:l.value,second:p.place,limit:p.value,unit:o}}}}var Wm={keyword:"x-order",read(e,t){let a=ia(e,t),n=e.texts("of"),o=(n.length>1?jo(n):n[0]?.includes("*")?"":void 0)??e.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:o,of:To(o,a),...e.optionalFlag("orEqual")?{orEqual:!0}:{},unit:Oo(e,a)}},broken:(e,t)=>Cm(e,t),check:"\
brokenOrder",demand:e=>({text:"rule-order",...e.orEqual===!0?{orEqual:""}:{},of:sc(e)})};function Km(e,t){let a={value:e,place:""};for(let n of Ur(a,xs(t.in))){let o=t.of.flatMap(p=>as(n,p));if(o.length<t.of.length)continue;let[i,r]=[o.map(({place:p})=>p),
o.map(({value:p})=>p)],s=na("rule-product",i,Fm(r),t,a);if(s!==void 0)return s}}var Hm={keyword:"x-product",read(e,t){let a=ia(e,t),n=e.texts("of"),o=(n.length>1?jo(n):void 0)??e.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:o,of:To(o,a),...pa(e,t)}},broken:(e,t)=>Km(e,t),check:"brokenProduct",demand:e=>({text:"rule-product",...ca(e)})};function Bm(e,t){let a={value:e,place:""},n=t.of.flatMap(i=>as(a,i));if(!n.length)return;let o=t.of.map(({path:i})=>qo(i));return na("rule-sum",o,Lm(n.map(({value:i})=>i)),
t,a)}var Gm={keyword:"x-sum",read(e,t){let a=ia(e,t);return{of:a.map(({at:n})=>n),...pa(e,t,Oo(e,a))}},broken:(e,t)=>Bm(e,t),check:"brokenSum",demand:e=>({text:"rule\
-sum",...ca(e)})};var Zm=[Gm,Hm,Dm,Wm];var Qm=new WeakMap;function b0(e){let t=Qm.get(e);if(t!==void 0)return t;let a=Object.entries(e).flatMap(([o,i])=>w0[o]?.(i,e)??[]),n=o=>a.every(i=>i(o));return Qm.
set(e,n),n}function Or(e){return ve(e)?b0(e):void 0}function nc(e){return Er(e).map(([,t])=>Or(t)??ef)}var ef=()=>!1,w0={type:e=>{if(typeof e=="string")return Ym[e];
let t=Er(e).flatMap(([,a])=>typeof a=="string"?Ym[a]??[]:[]);return a=>t.some(n=>n(a))},const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:rn(
(e,t)=>e>=t),maximum:rn((e,t)=>e<=t),exclusiveMinimum:rn((e,t)=>e>t),exclusiveMaximum:rn((e,t)=>e<t),multipleOf:rn((e,t)=>k0(e/t)),uniqueItems:e=>e!==!0?void 0:
t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:Xm((e,t)=>e>=t),maxLength:Xm((e,t)=>e<=t),pattern:e=>{let t=typeof e=="stri\
ng"?v0(e):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:e=>t=>!Array.isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(
t)||t.length<=Number(e),items:e=>{let t=Or(e);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(t)},contains:e=>{let t=Or(e);return t===void 0?void 0:a=>!Array.
isArray(a)||a.some(t)},required:e=>{let t=Er(e).map(([,a])=>a);return a=>!ve(a)||t.every(n=>oc(a,n))},properties:e=>{let t=cs(e).flatMap(([a,n])=>{let o=Or(n);return o===
void 0?[]:[[a,o]]});return a=>!ve(a)||t.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=cs(e).map(([
a,n])=>[a,Er(n)]);return a=>!ve(a)||t.every(([n,o])=>!oc(a,n)||o.every(([,i])=>oc(a,i)))},oneOf:e=>{let t=nc(e);return a=>t.filter(n=>n(a)).length===1},anyOf:e=>{
let t=nc(e);return a=>t.some(n=>n(a))},allOf:e=>{let t=nc(e);return a=>t.every(n=>n(a))},additionalProperties:(e,{properties:t})=>{let a=e===!1?ef:Or(e),n=o=>ve(
t)&&Object.hasOwn(t,o);return a&&(o=>cs(o).every(([i,r])=>n(i)||a(r)))},propertyNames:e=>{let t=Or(e);return t&&(a=>cs(a).every(([n])=>t(n)))},minProperties:e=>t=>!ve(
t)||Object.keys(t).length>=Number(e),maxProperties:e=>t=>!ve(t)||Object.keys(t).length<=Number(e),not:e=>{let t=Or(e);return t===void 0?void 0:a=>!t(a)},if:(e,t)=>{
let[a,n,o]=[Or(e),Or(t.then),Or(t.else)];if(!(a===void 0||n===void 0&&o===void 0))return i=>(a(i)?n:o)?.(i)??!0},...Object.fromEntries(Zm.map(e=>[e.keyword,t=>ve(
t)?a=>e.broken(a,t)===void 0:void 0]))};function rn(e){return t=>a=>typeof a!="number"||e(a,Number(t))}function Xm(e){return t=>a=>typeof a!="string"||e([...a].
length,Number(t))}function v0(e){try{return new RegExp(e)}catch{return}}function k0(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(e))}function oc(e,t){
return typeof t=="string"&&Object.hasOwn(e,t)}var Ym={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e==
"boolean",array:e=>Array.isArray(e),object:e=>ve(e),null:e=>e===null};var P0=/^models\/([^/]+)\.schema\.json$/;function sn(e){let t=P0.exec(e)?.[1];return t===void 0?void 0:Xc(t)}function tf(e){return`models/${Qc(e)}.schema.json`}var rf=Ls(e=>[...e.files.values()].flatMap(t=>{let a=sn(t.path),n=qs(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function qs(e){return e!==
void 0&&e.syntaxErrors.length===0&&ve(e.value)?e.value:void 0}function Ao(e){return[...e.files.values()].some(t=>qs(t)===void 0)}var ej=Ls(()=>new Map);function $0(e,t){let a=[],n=(i,r)=>{a.push(r),o(i),a.pop()},o=i=>{if(t(i,a),Array.isArray(i))i.forEach(n);else if(ve(i))for(let r of Object.keys(i))n(i[r]??null,
r)};o(e)}function sf(e,t){let a=[];return $0(e,(n,o)=>{let i=t(n,o);i!==void 0&&a.push(i)}),a}function af(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:S0(t))}var S0=Kr(e=>sf(qs(e)??null,(t,a)=>{let n=typeof t=="string"?x0(t):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),_0=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function x0(e){let[t]=_0.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function nf(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?q0(t,a):t,[...e])}function of(e){return pf(e).map(({required:t})=>t.join(
" with ")).join("; ")}function q0(e,t){let a=pf(t),n=p=>p!==t&&A0(p.instancePath,t.instancePath)&&!T0(p,t),o=e.filter(p=>p!==t&&!n(p)),i=O0(a,t);if(typeof i!="n\
umber")return[...o,i];let r=a[i]?.members,s=e.filter(p=>n(p)&&N0(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function O0(e,t){let a=ve(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=e[0]?.members===void 0?void 0:j0(e);if(n!==void 0){let{data:p}=t,l=ve(p)?p[n]:void 0,u=e.findIndex(
({members:k})=>k?.get(n)===l);if(u!==-1)return u;let f=e.map(({members:k})=>k?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:f},data:l}}let o=e.map(({required:p,members:l})=>a.filter(u=>l?.has(u)??p.includes(u)).length),i=Math.max(...o),r=o.flatMap((p,l)=>p===i?[l]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function j0(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function pf({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:n??[],members:i}})}function T0(e,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${n}/properties/`))}function A0(e,t){return e===t||e.startsWith(`${t}/`)}function N0(e,{instancePath:t,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as E0}from"node:module";import{fileURLToPath as R0}from"node:url";var cf=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,ic=new URL("../".repeat(
cf),import.meta.url),uj=new URL("../",ic),lj=new URL(cf===3?"./":"../",import.meta.url);var bj=R0(new URL("dist/kept/",ic));var I0=E0(import.meta.url),pc="spec:/";function df(){let{Ajv2020:e}=I0("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var M0=/^upstreams\/([^/]+)\.json$/;function an(e){return M0.exec(e)?.[1]}function uf(e,t){let a=(n,o)=>ve(o)&&t(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>an(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var lf={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},mf="meta/model.schema.json",ff="\
meta/upstream.schema.json",L0=["meta/facts.schema.json","meta/parameter.schema.json"],Tj=[...Object.entries(lf).flat(),mf,ff,...L0];function hf(e){return an(e)!==void 0?ff:sn(e)===void 0?lf[e]:mf}var No;function Ro(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=t.map(
i=>i.text).join(`
`);if(No?.text===a)return No.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?V0(t):F0(e.meta.paths,n);return No={text:a,validator:i=>e.files.has(i)?
o(i):void 0},No.validator}function F0(e,{exports:t}){let a=new Map(e.map((n,o)=>[n,t[`meta${o}`]]));return n=>a.get(n)}function V0(e){let t=df();for(let a of e){
let n=qs(a);n!==void 0&&t.addSchema(n,pc+a.path)}return a=>t.getSchema(pc+a)}function or(e,t){let n=t.map(o=>({candidate:o,distance:U0(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function U0(e,t){let a=Array.from({length:t.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let r=1;r<=t.length;r++){let s=(a[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(a[r]??0)+1,(i[r-1]??0)+1))}a=i}return a[t.length]??0}function yf(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function wf(e){let t=Ro(e),a=[...e.files.values()].flatMap(n=>{let o=hf(n.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=J0(n),s=r.get(i)??D0(n,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),a}var J0=Kr(()=>new WeakMap);function D0(e,t){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||t(a))
return[];let o=new Map;for(let i of nf(t.errors??[])){let r=z0(e.path,a,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function z0(e,t,a){let n=B0(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&yf(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${nn(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return C0(
e,[...n,o("additionalProperty")],a);case"required":return gf(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=gf(e,n,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${nn(n)} must have exactly one of ${of(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${nn(n)} must be ${W0(a)}`}}}function C0(e,t,a){let n=String(t.at(-1)),o=ve(bf(a))?Object.keys(bf(a)):[],i=or(n,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function gf(e,t,a){
return a==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${nn(t)} has no source`}:{code:"S011",file:e,path:[...t,a],message:`${nn(t)} lacks the keywor\
d "${a}"`}}function bf(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function W0(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(H0[e.keyword]??K0)(e)}var Eo=({params:e})=>String(e.limit),da=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,K0=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,H0={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${Eo(e)} or more`,maximum:e=>`${Eo(e)} or less`,exclusiveMinimum:e=>`more than ${Eo(
e)}`,exclusiveMaximum:e=>`less than ${Eo(e)}`,minLength:e=>`a string of ${da(e,"character")} or more`,maxLength:e=>`a string of ${da(e,"character")} or less`,minItems:e=>`\
a list of ${da(e,"item")} or more`,maxItems:e=>`a list of ${da(e,"item")} or less`,minProperties:e=>`an object with ${da(e,"member")} or more`,maxProperties:e=>`\
an object with ${da(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function nn(e){let t=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(/^\./,"")}function B0(e,t){let a=e;return xe(t).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:ve(a)?a[n]:void 0,o?Number(n):n})}var G0=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function vf(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!G0.some(({causes:s,follow:p})=>p(i)&&r.some(l=>s.has(l)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>Z0(i,s,p<r))))}function Z0(e,t,a){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function cc(e,t){let a=e.slice(0,t).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var kf=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
s": ["url", "data"] }'},{code:"S103",severity:"error",title:"A result in S3 cannot be read",explanation:'The service reads a result with "object" in the folder \
that the operator has set, with the key of the upstream: a row with "resultsFolder" tells the upstream of the folder, and only a key that signs requests (aws-si\
gv4) opens it. A folder that no result is read from does nothing.',hint:'Say "token": { "by": "aws-sigv4", \u2026 } in "authentication", put "resultsFolder" into a r\
ow, and read the result with "object".',wrong:'"rows": [{ "to": "/prompt", "from": "prompt" }], \u2026 "results": [{ "object": "/folder", "file": "/film.mp4" }]',
right:'"rows": [{ "to": "/prompt", "from": "prompt" }, { "to": "/folder", "resultsFolder": true }], \u2026 "results": [{ "object": "/folder", "file": "/film.mp4" }]'}];var Q0=[...kf,...Pf,...Sf,..._f,...xf,...Of,...jf,...qf,...Af,...Tf,...Nf];function Rf(e){let t=Q0.find(a=>a.code===e);if(t===void 0)throw new RangeError(`no su\
ch code: ${e}`);return t}var Ef=60;function If(e,t){let a=Rf(t.code),n=e.files.get(t.file),o=n===void 0?{line:1,column:1,text:""}:X0(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:o.line,column:o.column,pointer:yn(t.path),text:tP(o.text),message:t.message,hint:t.hint??a.hint}}function X0(e,t){if(t.offset!==void 0)return{...cc(e.text,
t.offset),text:eP(e.text,t.offset)};let a=Y0(e.tree,t),n=a?.offset??0;return{...cc(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function Y0(e,t){if(e!==
void 0){for(let a=t.path.length;a>=0;a--){let n=Jc(e,t.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?o??n:n}return e}}function eP(e,t){let a=e.indexOf(`
`,t);return e.slice(t,a===-1?e.length:a)}function tP(e){let t=e.replace(/\s+/g," ");return t.length>Ef?`${t.slice(0,Ef-1)}\u2026`:t}var Mf=100;function Io(e,t){let a=[],n,o;try{o=JSON.parse(t)}catch{n=ri(t,a,Lf),o=n===void 0?void 0:Dc(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(Ff(o,Mf))throw new RangeError(`${e} has more than ${Mf} levels`);return{path:e,text:t,value:o,get tree(){return n??=ri(t,[],Lf)},syntaxErrors:a}}
var Lf={disallowComments:!0,allowTrailingComma:!1};function Ff(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(a=>Ff(a,t-1))}function Vf(e,t){let{code:a,severity:n,file:o,line:i,column:r,pointer:s,text:p,message:l,hint:u}=e,f=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${n} ${a} ${l}${f}
    at #${s}
    ${u}`}var Oe=Ls(e=>uf(e,(t,a)=>Ro(e)("meta/upstream.schema.json")?.(a)===!0)),rP=["video","image","audio","mesh"];function Qe({operations:e}){return rP.flatMap(t=>{let a=e[t];
return a===void 0?[]:[[t,a]]})}var ns=Ls(e=>rf(e).map(({path:t,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(ve(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,sP(e,t,o)]))})));function sP(e,t,a){let n=ve(a)?a:{},o=typeof n.$ref=="string"?{...aP(e,t,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function aP(e,t,a){try{let{value:n}=Zc(e,t,a);return ve(n)?n:{}}catch{return{}}}function nP(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function Uf(e,t){let a=e;for(let n of t)if(Array.isArray(a))a=a[Number(n)];else if(nP(a)&&
Object.hasOwn(a,n))a=a[n];else return;return a}var Jf=["queued","processing","ended","cancelled"],oP={queued:"queued",processing:"processing",completed:"ended",failed:"ended",expired:"ended"};function*Df(e){
for(let{path:t,source:a}of Oe(e)){let{cancelRules:n}=a;if(n!==void 0)for(let[o,{cancel:i,status:r}]of Qe(a)){if(i===void 0)continue;let s={code:"S100",file:t},p=[
"operations",o,"cancel"];yield*iP({...s,path:p},i,n,r?.states??{});let l=pP(i,n);l!==void 0&&(yield{...s,path:[...p,"proves","answer","words"],message:`cancelRu\
les.${l} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`}),i.proves!==void 0&&Jf.every(u=>n[u].then!==
"cancelled")&&(yield{...s,path:[...p,"proves"],message:"cancelRules cancel no task, so that nothing proves it"})}}}function*iP({path:e,...t},{from:a},n,o){if(n.
ended.then!=="removed")return;let i='Name in "from" the words of tasks that wait or run.',r="cancelRules.ended removes the result";a===void 0&&(yield{...t,path:e,
message:`the request is sent to tasks that have ended too, and ${r}`,hint:i});for(let[s,p]of(a?.words??[]).entries())oP[o[p]??""]==="ended"&&(yield{...t,path:[...e,
"from","words",s],message:`"${p}" means an end, and ${r}`,hint:i})}function pP({proves:e},t){let{answer:a}=e??{};if(a===void 0)return;let n=o=>(t[o].status??200)<
300?Uf(t[o].body,xe(a.at)):void 0;return Jf.find(o=>o!=="cancelled"&&t[o].then!=="cancelled"&&a.words.some(i=>i===n(o)))}function*zf(e){for(let{path:t,source:a}of Oe(e)){let n=an(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var dc=99;function*Cf(e){for(let{path:t,source:a}of Oe(e)){for(let[o,{rows:i}]of Qe(a)){let r=i.map(({to:s})=>xe(s));for(let[s,p]of r.entries()){let l=cP(p,r);if(l===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${l}, the place before it`}}}let n=e.files.get(t)?.value;
for(let{step:o,path:i}of n===void 0?[]:uc(n,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>dc){let s=`Use an index up to ${dc}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${dc}`,hint:s}}}}}function cP(e,t){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return yn(o)}}var dP=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*uc(e,t){if(typeof e=="string"){let a=e.startsWith("/")?xe(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*uc(n,[...t,a]);else if(ve(e))for(let[a,n]of Object.entries(
e))dP.includes(a)||(yield*uc(n,[...t,a]))}function*Wf(e){for(let{path:t,source:a}of Oe(e))for(let[n,{rows:o}]of Qe(a))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var Kf={video:"video",image:"image",audio:"audio",mesh:"model"};function*Hf(e){for(let{path:t,source:a}of Oe(e))for(let[n,{results:o}]of Qe(a))for(let{contentType:i,
path:r}of Bf(o,["operations",n,"results"]))i.startsWith(`${Kf[n]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${Kf[n]}/.`})}function*Bf(e,t){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*Bf(o,[...t,a,"results"])}function*Zf(e){for(let{path:t,source:a}of Oe(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=a.errors.proofs.slice(0,n).findIndex(s=>uP(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${a.errors.proofs[r]?.status??""}`})}}function uP(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
Gf(e.codes,t.codes)&&Gf(e.says,t.says)}function Gf(e,t){return e===void 0||(t?.every(a=>e.includes(a))??!1)}function ir(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function*Qf(e){for(let{path:t,source:a}of Oe(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:o,signed:i,time:r,key:s}=n,p=["webhooks","\
signature"],l={code:"S089",file:t},u=ir(i).flatMap(f=>typeof f=="string"?[]:[f.variable]);!u.includes("body")&&!u.includes("bodySha256")&&(yield{...l,path:[...p,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),r?.header!==void 0&&!u.includes("timestamp")&&(yield{...l,path:[...p,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...l,path:[...p,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...l,path:[...p,"key","by"],message:`a key for ${o} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var lP=/\{(value|base64|mediaType|imageFormat)\}/;function Xf(e){return{value:e,holes:[...lc(e,[])]}}function*lc(e,t){if(typeof e=="string"){let a=lP.exec(e);if(a===
null)return;let[n,o]=a,[i,r]=[e.slice(0,a.index),e.slice(a.index+n.length)],s={at:t,whole:e===n,prefix:i,suffix:r};yield o==="base64"||o==="mediaType"||o==="ima\
geFormat"?{...s,part:o}:s}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*lc(n,[...t,String(a)]);else if(ve(e))for(let[a,n]of Object.entries(e))yield*lc(
n,[...t,a])}function Mo(e){return typeof e=="string"?[...e.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap(Mo):ve(e)?Object.values(
e).flatMap(Mo):[]}function pr(e){return ir(e).map(t=>{if(typeof t=="string")return t;let{variable:a}=t;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${e}: unknown variable {${a}}`)})}var Lo=["body","bodySha256","timestamp"];function Yf(e){let{algorithm:t,encoding:a,signed:n,headers:o={},time:i,key:r}=e;return{algorithm:t,in:eh(e),encoding:a,
signed:ir(n).map(s=>typeof s=="string"?s:mP(s.variable,o)),...i===void 0?{}:{time:fP(i)},key:hP(r)}}function eh({header:e,separator:t,prefix:a=""}){return{header:e.
toLowerCase(),...t===void 0?{}:{separator:t},prefix:a}}function mP(e,t){let a=Lo.find(n=>n===e);return a===void 0?{header:(t[e]??"").toLowerCase()}:{is:a}}function fP({
member:e,header:t="",separator:a,prefix:n,unit:o,toleranceSeconds:i}){return{in:e===void 0?eh({header:t,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:xe(e)},unit:o,toleranceSeconds:i}}function hP(e){if(e.by==="key-set")return e;let t={prefix:e.prefix??"",encoding:e.encoding};return e.by==="setting"?{by:e.
by,form:t}:{by:e.by,path:pr(e.path),at:xe(e.at),form:t}}function rh(e){let{message:t,code:a,codeHeader:n,status:o,inside:i,proofs:r}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{
in:e.authentication.in,name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},...e.
headers===void 0?{}:{headers:e.headers},deadlineSeconds:e.deadline.seconds,pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:gP(e.upload)},operations:Object.
fromEntries(Qe(e).map(([s,p])=>[s,kP(p)])),errors:{message:t.map(xe),code:a.map(xe),...n===void 0?{}:{codeHeader:n.toLowerCase()},...o===void 0?{}:{status:xe(o)},
proofs:r.map(AP),...i===void 0?{}:{inside:{at:xe(i.at),unless:i.unless??[]}}},...e.probe===void 0?{}:{probe:{path:pr(e.probe.path),accepted:e.probe.accepted}},...e.
modelProbe===void 0?{}:{modelProbe:yP(e.modelProbe)},...e.webhooks===void 0?{}:{webhooks:bP(e.webhooks)},...e.cancelRules===void 0?{}:{cancelRules:wP(e.cancelRules)},
...e.idempotency===void 0?{}:{idempotency:{header:e.idempotency.header,keptSeconds:e.idempotency.keptSeconds}}}}function yP({path:e,url:t,names:a="",omits:n,told:o=[],
except:i=[],untestable:r}){if(r!==void 0)return{untestable:r};let s=t===void 0?void 0:new URL(t).origin;return{...s===void 0?{}:{origin:s},path:pr(e??t?.slice(s?.
length)??""),names:xe(a),...n===void 0?{}:{omits:n},told:o.map(({at:p,constant:l})=>({at:xe(p),value:l})),except:i}}function gP({method:e,path:t,field:a,reference:n}){
return{request:fc({method:e,path:t}),...a===void 0?{}:{field:a},reference:xe(n)}}function bP(e){let{body:t,query:a,with:n=[],signature:o,challenge:i,told:r=[]}=e;
return{url:t===void 0?{in:"query",name:a??""}:{in:"body",at:xe(t)},beside:n.map(({to:s,constant:p})=>({to:xe(s),value:p})),...o===void 0?{}:{signature:Yf(o)},...i===
void 0?{}:{challenge:xe(i)},told:r.map(({at:s,fact:p})=>({at:xe(s),fact:p}))}}function wP({queued:e,processing:t,ended:a,cancelled:n}){return{queued:{status:200,
...e},processing:{status:200,...t},ended:{status:200,...a},cancelled:{status:200,...n}}}function vP({path:e,filter:t,limit:a,items:n,within:o}){return{path:pr(e),
filter:t,limit:a,items:xe(n),within:o===void 0?[]:xe(o)}}function kP(e){let{submit:t,id:a,idForm:n,queryId:o,query:i,list:r,cancel:s,status:p,progress:l,seconds:u,
secondsAs:f}=e;return{submit:{method:t.method,path:pr(t.path)},submitPaths:sh(t.paths),encoding:t.encoding??"json",...t.status===void 0?{}:{submitStatus:t.status},
...t.ignored===void 0?{}:{ignored:t.ignored.map(xe)},headers:t.headers??{},rows:e.rows.map(SP),drops:(e.drops??[]).map(({parameter:k,values:S,when:j,reason:x})=>({
parameter:k,when:(j??[]).map(mc),reason:x,...S===void 0?{}:{values:S}})),needs:th(e.needs),lacks:th(e.lacks),...a===void 0?{}:{id:xe(a)},...n===void 0?{}:{idForm:{
before:n.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:jP(i)},...r===void 0?{}:{list:vP(r)},...s===void 0?{}:{cancel:TP(s)},answer:{...p===void 0?
{}:{status:PP(p)},...l===void 0?{}:{progress:{at:xe(l.at),of:l.of}},results:e.results.map(nh),message:e.message.map(xe),code:e.code.map(xe),...u===void 0?{}:{seconds:xe(
u)},...f===void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:k,unit:S})=>({at:xe(k),unit:S})),...o===void 0?{}:{id:xe(o)}},told:(e.told??[]).map(({at:k,
in:S,link:j,constant:x,fact:N})=>({at:xe(k),in:S,from:j!==void 0?{kind:"link",request:{method:"GET",path:pr(j.path)}}:N!==void 0?{kind:N}:{kind:"constant",value:x??
null}}))}}function PP({at:e,states:t,as:a,absent:n,cases:o=[]}){return{at:xe(e),states:t,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(
({when:i,means:r})=>({when:i.map($P),means:r}))}}function $P({at:e,is:t,present:a}){return t===void 0?{at:xe(e),present:a??!0}:{at:xe(e),is:t}}function th(e={}){
return Object.fromEntries(Object.entries(e).map(([t,{reason:a}])=>[t,a]))}function SP(e){let t=e.values===void 0?e.accepts?.map(OP):Object.entries(e.values).map(
qP);return{to:xe(e.to),from:xP(e),when:(e.when??[]).map(mc),...e.as==="string"?{template:_P}:{},...e.as==="uploaded"?{uploaded:!0}:{},...e.as==="file"?{file:!0}:
{},...e.template===void 0?{}:{template:Xf(e.template)},...t===void 0?{}:{values:t},...e.minimum===void 0?{}:{minimum:e.minimum},...e.maximum===void 0?{}:{maximum:e.
maximum},...e.maximumItems===void 0?{}:{maximumItems:e.maximumItems},...e.maximumLength===void 0?{}:{maximumLength:e.maximumLength},...e.forms===void 0?{}:{forms:e.
forms},...e.oneWay===void 0?{}:{oneWay:e.oneWay}}}var _P={value:"",holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function xP({from:e,each:t,join:a,model:n,resultsFolder:o,
constant:i}){return e!==void 0?{kind:"parameter",name:e}:t!==void 0?{kind:"each",name:t}:a!==void 0?{kind:"joined",names:a}:o===!0?{kind:"results-folder"}:n===!0?
{kind:"model"}:{kind:"constant",value:i??null}}function qP([e,t]){return[ua(e),t]}function ua(e){return e==="true"||e==="false"||/^-?\d+$/.test(e)?JSON.parse(e):
e}function OP(e){return[e,e]}function mc({given:e,absent:t,parameter:a="",among:n=[],model:o,exceptModel:i}){return e!==void 0?{kind:"given",parameters:e}:t!==void 0?
{kind:"absent",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:a,values:n}}function fc({method:e,
path:t}){return{method:e,path:pr(t)}}function sh(e=[]){return e.map(({when:t,path:a})=>({when:t.map(mc),path:pr(a)}))}function jP({paths:e,at:t,hosts:a=[],body:n,
...o}){return{...fc(o),...e===void 0?{}:{paths:sh(e)},...t===void 0?{}:{stated:{at:xe(t),hosts:a}},...n===void 0?{}:{body:n.map(ah)}}}function ah({to:e,fact:t,constant:a}){
return{to:xe(e),from:t===void 0?{kind:"constant",value:a??null}:{kind:t}}}function TP({from:e,proves:t,body:a,...n}){let{answer:o,query:i=[]}=t??{};return{...fc(
n),...a===void 0?{}:{body:a.map(ah)},...e===void 0?{}:{from:e.words},proves:{...o===void 0?{}:{answer:{at:xe(o.at),words:o.words}},query:i}}}function nh(e){let{
url:t,list:a,withKey:n,body:o,base64:i,contentType:r,object:s,file:p,content:l,query:u,results:f,message:k,pending:S}=e;return o===!0?{kind:"body"}:t!==void 0?{
kind:"url",at:xe(t),list:a??!1,...n===!0?{withKey:n}:{}}:i!==void 0&&r!==void 0?{kind:"base64",at:xe(i),contentType:r}:s!==void 0?{kind:"object",at:xe(s),file:p??
""}:l!==void 0?{kind:"content",request:{method:"GET",path:pr(l)}}:{kind:"query",request:{method:"GET",path:pr(u??"")},results:(f??[]).map(nh),message:(k??[]).map(
xe),...S===void 0?{}:{pending:S}}}function AP({status:e,codes:t,says:a,proves:n}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,
to:i,proves:n,...t===void 0?{}:{codes:t},...a===void 0?{}:{says:a.map(r=>r.toLowerCase())}}}function*oh(e){for(let{path:t,source:a}of Oe(e))for(let[n,{rows:o}]of Qe(a)){let i=ns(e).filter(r=>r.kind===n);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
NP(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function NP({values:e={},from:t,each:a,join:n},o){let i=n??[t??a??""],r=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(u,f)=>s.get(u)?.includes(ua(f))??s.has(u),l=Object.entries(e).filter(([u])=>{let f=r(u);return i.every((k,S)=>p(k,f[S]??""))});for(let[u,[f,k]]of l.entries()){
let S=l.slice(0,u).find(([,j])=>JSON.stringify(j)===JSON.stringify(k));if(S!==void 0)return[S[0],f]}}}function*ih(e){for(let{path:t,source:a}of Oe(e))for(let[n,{id:o,submit:i,rows:r,results:s}]of Qe(a)){let p=["operations",n];for(let[l,{body:u,results:f=[]}]of s.
entries()){let k=[...p,"results",l];u===!0&&o!==void 0&&(yield{code:"S101",file:t,path:[...k,"body"],message:`the answer to the submit has an ID at ${o}`});for(let[
S,j]of f.entries())j.body===!0&&(yield{code:"S101",file:t,path:[...k,"results",S,"body"],message:"this is the answer to another request than the submit"})}for(let[
l,{as:u,to:f,forms:k}]of r.entries()){if(u!=="file")continue;let S=[...p,"rows",l];i.encoding!=="form"?yield{code:"S102",file:t,path:[...S,"as"],message:"the bo\
dy is JSON, which holds no file"}:/^\/[^/]+(\/-)?$/.exec(f)===null?yield{code:"S102",file:t,path:[...S,"to"],message:"a file is a field of the form, or one of s\
everal"}:k===void 0&&(yield{code:"S102",file:t,path:S,message:"the row does not say in which forms it takes a file"})}}}function*ph(e){for(let{path:t,source:a}of Oe(e))for(let[n,{rows:o}]of Qe(a))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*uh(e){for(let{path:t,source:a}of Oe(e))for(let[n,{rows:o}]of Qe(a)){let i=ns(e).filter(s=>s.kind===n),r=!1;for(let[s,p]of o.entries()){let l=o.slice(0,
s).find(u=>lh(u,p)&&!EP(u,p)&&IP(u,p,i)&&!(r&&Fo(u,p)));l!==void 0&&(r||=Fo(l,p),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:Fo(l,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${hc(l)} at ${l.to})`:`${p.to} is written by an earlier row too (${hc(l)})`})}yield*RP(
t,a,o)}}function*RP(e,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let r=a.find(s=>lh(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${hc(r)})`})}}function lh(e,t){if(Fo(e,t))return!0;let[a,n]=[e.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function Fo({to:e},{to:t}){let[a,n]=[e.split("/"),t.split("/")],o=a.findIndex((s,p)=>s!==n[p]),[i,r]=[a[o],n[o]];return i!==void 0&&r!==void 0&&ch(i)!==
ch(r)}var ch=e=>/^(-|\d+)$/.test(e);function EP(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function IP(e,t,a){if(dh(e,t)||dh(t,e))return!1;let n=[
Vo(e),Vo(t)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function dh({when:e=[]},t){return e.some(a=>Vo(t).some(n=>a.
absent?.includes(n))||(t.when??[]).some(n=>MP(a,n)))}function MP(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(a=>t.among?.includes(a)===!0)}function Vo({from:e,each:t,
join:a}){return a??[e??t].filter(n=>n!==void 0)}function hc(e){return Vo(e).join(" and ")||(e.model===!0?"the model":e.resultsFolder===!0?"the folder of results":
"a constant")}function*mh(e){for(let{path:t,source:a}of Oe(e))for(let[n,{id:o,query:i,status:r}]of Qe(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:l,cases:u=[]}=r,f=[...Object.values(
p),l,...u.map(({means:k})=>k)];for(let k of["completed","failed"])f.includes(k)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${k}`})}}var LP=["value","base64,mediaType","base64,imageFormat","base64"],FP=["value","base64","mediaType","imageFormat"];function*fh(e){for(let{path:t,source:a}of Oe(e))
for(let[n,{rows:o}]of Qe(a))for(let[i,{template:r,forms:s}]of o.entries()){if(r===void 0)continue;let p=Mo(r);if(LP.includes([...p].sort().join())){p.includes("\
base64")&&s?.join()!=="data"&&(yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row\
 takes URLs too: "forms" must be ["data"]'});continue}let l=p.find(u=>!FP.includes(u));yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:l!==
void 0?`{${l}} means nothing here`:p.length===0?"the template does not hold {value}":p.every(u=>u==="value")?`the template holds {value} ${p.length} times`:"the\
 template holds neither {value} once nor {base64} once, with {mediaType} or {imageFormat} at most once"}}}function*Uo({submit:e,query:t,rows:a,drops:n=[],needs:o={},lacks:i={}}){for(let[r,s=[]]of[["submit",e.paths],["query",t?.paths]])for(let[p,{when:l}]of s.entries())
yield*yc(l,[r,"paths",p,"when"]);for(let[r,s]of a.entries()){let p=["rows",r],l=s.from===void 0?"each":"from",u=s.from??s.each,f=Object.keys(s.values??{}).map(S=>({
value:ua(S),path:[...p,"values",S],at:"key"})),k=(s.accepts??[]).map((S,j)=>({value:S,path:[...p,"accepts",j],at:"value"}));for(let[S,j]of(s.join??[]).entries())
yield{parameter:j,path:[...p,"join",S],at:"value",values:VP(s,p,S)};u!==void 0&&(yield{parameter:u,path:[...p,l],at:"value",values:[...f,...k]}),yield*yc(s.when??
[],[...p,"when"])}for(let[r,{parameter:s,values:p=[],when:l=[]}]of n.entries()){let u=["drops",r];yield{parameter:s,path:[...u,"parameter"],at:"value",values:p.
map((f,k)=>({value:f,path:[...u,"values",k],at:"value"}))},yield*yc(l,[...u,"when"])}for(let r of Object.keys(o))yield{parameter:r,path:["needs",r],at:"key",values:[]};
for(let r of Object.keys(i))yield{parameter:r,path:["lacks",r],at:"key",values:[]}}function VP({values:e={}},t,a){return Object.keys(e).map(n=>({value:ua(n.split(
" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*yc(e,t){for(let[a,{given:n=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){for(let[p,l]of n.entries())
yield{parameter:l,path:[...t,a,"given",p],at:"value",values:[]};for(let[p,l]of o.entries())yield{parameter:l,path:[...t,a,"absent",p],at:"value",values:[]};if(i===
void 0)continue;let s=r.map((p,l)=>({value:p,path:[...t,a,"among",l],at:"value"}));yield{parameter:i,path:[...t,a,"parameter"],at:"value",values:s}}}function*hh(e){if(!Ao(e))for(let{path:t,source:a}of Oe(e))for(let[n,o]of Qe(a)){let i=ns(e).filter(s=>s.kind===n),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:l}of Uo(o)){if(r.includes(s))continue;let u=or(s,r);yield{code:"S071",file:t,path:["operations",n,...p],at:l,message:`n\
o ${n} model has the parameter "${s}"`,hint:u===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${u}"?`}}}}function*yh(e){for(let{path:t,source:a}of Oe(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:o,headers:i={},time:r}=n,s={code:"S088",file:t},
p=["webhooks","signature"],l=Lo.filter(k=>k!=="timestamp"||r!==void 0),u=[...new Set([...l,...Object.keys(i)])],f=ir(o).flatMap(k=>typeof k=="string"?[]:[k.variable]);
for(let k of f.filter(S=>!u.includes(S))){let S=or(k,u);yield{...s,path:[...p,"signed"],message:`{${k}} is not known here`,hint:UP(k,S,u)}}for(let k of Object.keys(
i)){let S={...s,path:[...p,"headers",k],at:"key"};Lo.some(j=>j===k)?yield{...S,message:`{${k}} has a meaning of its own`,hint:"Give the header another name."}:f.
includes(k)||(yield{...S,message:`{${k}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function UP(e,t,a){return e==="timestamp"?'Say in \
"time" where it is.':t!==void 0?`Did you mean {${t}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function Jo(e,t){return gc(e.files.get(t)?.value??null,[])}var JP=["template","constant","among","body","values","accepts","sources"];function*gc(e,t){if(Array.
isArray(e))for(let[a,n]of e.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*gc(n,[...t,a]);else if(ve(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:JP.includes(a)||(yield*gc(n,[...t,a]))}function*gh(e){for(let{path:t,source:a}of Oe(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of Jo(e,t)){if(n.includes(o))continue;let r=or(o,n);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${r}"?`}}}}var bh=["model","app"],la=["id","name","model","app"];function*Do(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{key:n}=e.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of Qe(e))for(let{path:r,...s}of DP(i))yield{path:["operations",o,...r],...s}}function*DP({id:e,submit:t,
query:a,list:n,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:bh};for(let[l,{path:u}]of(t.paths??[]).entries())
yield{text:u,path:["submit","paths",l,"path"],allowed:bh};let p=a?.body?.some(({fact:l})=>l==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","path"],allowed:la,
needsId:s&&!p});for(let[l,{path:u}]of(a?.paths??[]).entries())yield{text:u,path:["query","paths",l,"path"],allowed:la,needsId:s&&!p};n!==void 0&&(yield{text:n.path,
path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:la,needsId:s});for(let[l,{link:u}]of r.entries())u!==void 0&&(yield{
text:u.path,path:["told",l,"link","path"],allowed:la});yield*wh(i,["results"],s)}function*wh(e,t,a){for(let[n,{content:o,query:i,results:r=[]}]of e.entries())o!==
void 0&&(yield{text:o,path:[...t,n,"content"],allowed:la,needsId:a}),i!==void 0&&(yield{text:i,path:[...t,n,"query"],allowed:la,needsId:a}),yield*wh(r,[...t,n,"\
results"],a)}function*vh(e){for(let{path:t,source:a}of Oe(e))for(let{text:n,path:o,allowed:i}of Do(a))for(let r of ir(n))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*kh(e){for(let{path:t,source:a}of Oe(e))for(let{text:n,path:o,allowed:i,needsId:r}of Do(a)){let s=ir(n).flatMap(l=>typeof l=="string"?[]:[l.variable]),p=s.
includes("id")||s.includes("name");r===!0&&!p&&s.every(l=>i.includes(l))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*Ph(e){if(!Ao(e))for(let{path:t,source:a}of Oe(e))for(let[n,o]of Qe(a)){let i=new Set,r=ns(e).filter(s=>s.kind===n);for(let{parameter:s,values:p}of Uo(o)){
let l=r.filter(f=>f.parameters.has(s)).map(f=>f.parameters.get(s)),u=new Set(l.flatMap(f=>f??[]));if(!(l.length===0||l.includes(void 0)))for(let{value:f,path:k,
at:S}of p){if(u.has(f)||i.has(k.join("/")))continue;i.add(k.join("/"));let j=typeof f=="string"?or(f,[...u].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,...k],at:S,message:`no ${n} model offers ${JSON.stringify(f)} as ${s}`,hint:j===void 0?`Offered: ${[...u].map(x=>JSON.stringify(x)).join(", ")}.`:
`Did you mean "${j}"?`}}}}}var zP=new Set(["failed","expired","cancelled"]);function*$h(e){for(let{path:t,source:a}of Oe(e))for(let[n,{cancel:o,status:i}]of Qe(a)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[p,l]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[u,f]of p.entries()){let k={code:"S087",file:t,path:[...s,...l,u]},S=r.get(f),j=S===void 0?or(f,[...r.keys()]):void 0;S===void 0?yield{...k,message:`\
"${f}" is not a word of status.states`,...j===void 0?{}:{hint:`Did you mean "${j}"?`}}:l[0]==="proves"&&!zP.has(S)&&(yield{...k,message:`"${f}" means ${S}: it p\
roves that something is made`})}}}function*Sh(e){for(let{path:t,source:a}of Oe(e)){let n=a.authentication.token?.by==="aws-sigv4";for(let[o,{rows:i,results:r}]of Qe(a)){let s=i.findIndex(({resultsFolder:f})=>f===
!0),p=r.findIndex(({object:f})=>f!==void 0),l=["operations",o],u=[...l,"results",p,"object"];s!==-1&&p===-1&&(yield{code:"S103",file:t,path:[...l,"rows",s,"resu\
ltsFolder"],message:"no result is read from the folder"}),p!==-1&&(s===-1&&(yield{code:"S103",file:t,path:u,message:"no row tells the upstream of the folder"}),
n||(yield{code:"S103",file:t,path:u,message:"the key of this protocol does not open S3"}))}}}function*_h(e){for(let{path:t,source:a}of Oe(e)){let n=new Set([...Jo(e,t)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var xh=[zf,hh,Ph,gh,vh,fh,uh,oh,mh,ph,Cf,Zf,kh,Wf,Hf,_h,$h,yh,Qf,Df,ih,Sh];var qh="meta/upstream.schema.json",CP=[Cc,Kc,Gc,af,wf,...xh];function Oh(e,t){let a=[Io(qh,"{}"),...HP(t)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,l={directory:i,files:new Map([...a,WP(p,s)].map(k=>[k.path,k])),meta:{paths:[qh],code:()=>n}},u=vf(CP.flatMap(k=>[
...k(l)])).filter(({file:k})=>k===p).map(k=>If(l,k)),f=Oe(l)[0]?.source;return f!==void 0&&u.every(({severity:k})=>k!=="error")?{name:r,mapping:rh(f)}:{name:r,mistakes:u.
sort((k,S)=>k.line-S.line).map(k=>KP(k,r,i))}})}function WP(e,t){try{return Io(e,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function KP(e,t,a){return Vf({...e,file:`${t}.json`},a)}function HP(e){return Object.entries(e).map(([t,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(o)}};return Io(tf(t),JSON.stringify(i))})}var YA=Oh(jh.default.meta0,BP);export{YA as compileProtocols};
