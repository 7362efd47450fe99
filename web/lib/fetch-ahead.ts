type Manifest = { routes: Record<string, { module: string; imports?: string[] } | undefined> }

// What most people open next from wherever they are.
const LIKELY = ['pages/product', 'pages/search']

/**
 * Brings the scripts of the likeliest next pages once this one is done and idle, so that a click waits for data alone,
 * and so that without a network there is a page to say so. Not for those who pay by the byte.
 */
export const fetchAhead = (): void => {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest }
  const bring = () => {
    for (const { module, imports = [] } of LIKELY.flatMap((id) => manifest?.routes[id] ?? [])) {
      for (const href of [module, ...imports]) {
        const link = document.createElement('link')
        Object.assign(link, { rel: 'modulepreload', href })
        document.head.append(link)
      }
    }
  }
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(bring) : setTimeout(bring, 2_000))
  if (document.readyState === 'complete') whenIdle()
  else window.addEventListener('load', whenIdle, { once: true })
}
