import { PUSH_WORKER } from '#domain/talk/push.ts'

/** Unregisters service workers of earlier versions of the site, which would serve old pages; the one for notifications stays. */
export const dropServiceWorkers = async (): Promise<void> => {
  const found = (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? []
  const isOurs = ({ active, waiting, installing }: ServiceWorkerRegistration) =>
    URL.parse((active ?? waiting ?? installing)?.scriptURL ?? '')?.pathname === PUSH_WORKER
  await Promise.all(found.filter((worker) => !isOurs(worker)).map((worker) => worker.unregister()))
}
