/** The URL of the last full load, whose CSP applies until the next one; undefined if the browser does not report it. */
export const documentUrl = (): URL | undefined => {
  const [opened] = performance.getEntriesByType('navigation')
  return opened && new URL(opened.name)
}
