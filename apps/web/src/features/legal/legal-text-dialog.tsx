import type { LegalKind } from '@mi-portal/contract/legal'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { legalTextQuery } from './legal.queries.ts'

interface LegalTextDialogProps {
  kind: LegalKind
  title: string
  opened: boolean
  /** Label of the checkbox. */
  statement: string
  /** Called with the version and the id of the text that was shown. */
  onAccept(version: string, id: number): void
  /** Offers to decline, when that is a separate answer. */
  onReject?(): void
  /** Without it, the user has to answer. */
  onClose?(): void
}

/** A legal text to read and accept (680 px). The button is enabled by the checkbox. */
export function LegalTextDialog(props: LegalTextDialogProps) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title} size={680}>
      <Body {...props} />
    </Dialog>
  )
}

function Body({ kind, statement, onAccept, onReject }: LegalTextDialogProps) {
  const query = useQuery(legalTextQuery(kind))
  const [agreed, setAgreed] = useState(false)
  const missingId = useId()
  return (
    <QueryContent query={query}>
      {(text) => (
        <>
          <RichText html={text.text} />
          <div className="sticky bottom-0 grid gap-3 -mx-6 mt-4 -mb-6 py-4 px-6 border-t border-t-line-strong bg-card max-desktop:-mx-4 max-desktop:-mb-4 max-desktop:px-4 max-desktop:pt-3 max-desktop:pb-4">
            <CheckBox checked={agreed} onChange={setAgreed}>
              {statement}
            </CheckBox>
            <div className="flex flex-wrap items-center justify-end gap-3 max-desktop:[&>button]:flex-1">
              <p
                id={missingId}
                className="flex-[1_1_200px] type-meta text-muted max-desktop:basis-full"
                aria-live="polite"
              >
                {!agreed && 'Para aceptar, marca la casilla.'}
              </p>
              {onReject && (
                <Button variant="default" onClick={onReject}>
                  RECHAZAR
                </Button>
              )}
              <Button
                disabled={!agreed}
                aria-describedby={agreed ? undefined : missingId}
                onClick={() => onAccept(text.version, text.id)}
              >
                ACEPTAR
              </Button>
            </div>
          </div>
        </>
      )}
    </QueryContent>
  )
}
