import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { failureReport } from '#web/lib/page/page-context.ts'

const RENDER_TIMEOUT_MS = 5_000

const renderWhole = (url: string, context: EntryContext): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        clearTimeout(timer)
        resolve(Buffer.concat(chunks).toString())
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={context} url={url} />, {
      // No streaming: pages are cached whole and must be complete without JavaScript.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: reject,
    })
    const timer = setTimeout(() => abort(new Error('The page took too long to render.')), RENDER_TIMEOUT_MS)
  })

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  _loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(await renderWhole(request.url, context), { status, headers })
}

export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (!request.signal.aborted) context.get(failureReport)(error)
}
