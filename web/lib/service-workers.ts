/** Unregisters service workers of earlier versions of the site, which would serve old pages. */
export const dropServiceWorkers = async (): Promise<void> => {
  const found = (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? []
  await Promise.all(found.map((worker) => worker.unregister()))
}
