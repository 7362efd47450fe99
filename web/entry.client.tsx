import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { preloadPages } from '#web/lib/page/preload-pages.ts'
import { dropServiceWorkers } from '#web/lib/service-workers.ts'

// Restores what the script in the head has deleted; see web/shell/head-script.ts.
Error.stackTraceLimit = 10

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})

dropServiceWorkers()
preloadPages()
