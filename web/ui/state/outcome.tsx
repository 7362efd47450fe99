import { Alert } from '#web/ui/state/alert.tsx'

/** How something that was asked of the server ended. */
export const Outcome = ({ failure, success }: { failure?: string; success?: string }) => (
  <>
    {failure && <Alert>{failure}</Alert>}
    {success && <Alert tone="success">{success}</Alert>}
  </>
)
