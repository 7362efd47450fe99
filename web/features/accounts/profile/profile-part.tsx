import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PanelPage } from '#web/ui/layout/panel-page.tsx'

/** A part of the profile on a page of its own. */
export const ProfilePart = ({ title, children }: { title: string; children: ReactNode }) => (
  <PanelPage title={title} narrow action={<Link to="/profile">Torna al profilo</Link>}>
    {children}
  </PanelPage>
)
