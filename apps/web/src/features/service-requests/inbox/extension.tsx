/** Grants the only extension of a request about personal data, with the reason that the patient reads. */
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { useState } from 'react'
import { describeNotified } from '../../../lib/notified.ts'
import { Button } from '../../../ui/button.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { useExtendDeadline, useReloadInbox } from './inbox.queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'

export function Extension({ id }: { id: number }) {
  const [isAsking, setIsAsking] = useState(false)
  const reload = useReloadInbox()
  const extend = useExtendDeadline(id)
  return (
    <div className="flex justify-end max-desktop:*:flex-1">
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Extender el plazo
      </Button>
      {isAsking && (
        <ReasonDialog
          endpoint={inboxEndpoints.extend}
          id={id}
          title="Extender el plazo"
          description="Lo lee en el portal quien hizo la solicitud."
          submit="Extender"
          save={extend}
          onClose={() => setIsAsking(false)}
        >
          <p>La ley permite extender el plazo una sola vez, por 30 días corridos, antes de que venza.</p>
        </ReasonDialog>
      )}
      <ResultDialog
        opened={extend.isSuccess}
        kind="success"
        title="El plazo fue extendido"
        onClose={() => void reload()}
      >
        {extend.data && describeNotified(extend.data).text}
      </ResultDialog>
    </div>
  )
}
