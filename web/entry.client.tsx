import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { fetchAhead } from '#web/lib/fetch-ahead.ts'
import { dropServiceWorkers } from '#web/lib/service-workers.ts'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})

dropServiceWorkers()
fetchAhead()
