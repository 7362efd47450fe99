/** An earlier Piazza may have left a worker behind, which would go on answering with old pages. */
export const dropServiceWorkers = async (): Promise<void> => {
  const found = (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? []
  await Promise.all(found.map((worker) => worker.unregister()))
}
