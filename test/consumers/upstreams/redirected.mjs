/** A fetch for clients whose host is fixed: a proxy that stands for that host, in requests and in answers. */
export const redirected =
  (host, baseUrl, send = fetch) =>
  async (input, init) => {
    const request = new Request(input, init)
    const response = await send(new Request(request.url.replace(host, baseUrl), request))
    const { status, headers } = response
    return new Response((await response.text()).replaceAll(baseUrl, host), {
      status,
      headers: { 'content-type': headers.get('content-type') ?? 'application/json' },
    })
  }
