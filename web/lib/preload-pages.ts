type Manifest = { routes: Record<string, { module: string; imports?: string[] } | undefined> }

const PAGES = ['pages/product.$id', 'pages/search']

const preload = () => {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest }
  for (const { module, imports = [] } of PAGES.flatMap((id) => manifest?.routes[id] ?? []))
    for (const href of [module, ...imports])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}

/**
 * Preloads the code, not the data, of the most visited pages when the browser is idle, so that the next page can render
 * its error when the connection is lost. The router's own prefetch would load data as well. Not with data saver on.
 */
export const preloadPages = (): void => {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(preload) : setTimeout(preload, 2_000))
  if (document.readyState === 'complete') whenIdle()
  else window.addEventListener('load', whenIdle, { once: true })
}
