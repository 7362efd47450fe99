const MAX_BYTES = 10 * 1024 * 1024

/**
 * A fetch that resolves when the body has arrived too, so that a deadline on it covers the body: viem's ends with the
 * headers. Rejects a body above MAX_BYTES.
 */
export const fetchWhole = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const response = await fetch(input, init)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new Error(`the response is longer than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  const { status, statusText, headers } = response
  return new Response(response.body && new Blob(chunks), { status, statusText, headers })
}
