type Manifest = { routes: Record<string, { module: string; imports?: string[] } | undefined> }

// Delayed, so that the page's own pictures and the first interactions come first.
const PAUSE_MS = 5_000
const PAGES = ['pages/product.$id', 'pages/search']

const preload = () => {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest }
  for (const { module, imports = [] } of PAGES.flatMap((id) => manifest?.routes[id] ?? []))
    for (const href of [module, ...imports])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}

/**
 * Preloads the code, not the data, of the most visited pages a while after the load, so that the next page can render
 * its error when the connection is lost. The router's own prefetch would load data as well. Not with data saver on.
 */
export const preloadPages = (): void => {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const later = () => setTimeout(preload, PAUSE_MS)
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true })
}
