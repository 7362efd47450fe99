import { MESSAGES } from '#domain/base/errors.ts'
import { EVENT_MESSAGES } from '#domain/market/events.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ListPage } from '#web/ui/layout/list-page.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

const TITLES: Record<string, string> = {
  [MESSAGES.listingPaused]: 'Annuncio non attivo',
  [EVENT_MESSAGES.over]: 'Evento finito',
}

export const isInactive = (message: string): boolean => message in TITLES
export const inactiveTitle = (message: string): string => TITLES[message] ?? ''

/** Replaces the page of a paused, expired or past listing for viewers who may not see it; has none of its content. */
export const InactiveListing = ({ message }: { message: string }) => (
  <ListPage title={inactiveTitle(message)}>
    <Alert tone="notice">{message}</Alert>
    <div>
      <ButtonLink to="/" kind="outlined">
        Torna alla vetrina
      </ButtonLink>
    </div>
  </ListPage>
)
