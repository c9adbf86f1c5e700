/** The medical order of an appointment: the patient attaches, downloads, replaces and removes it. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { type OrderOfAppointment, orderField } from '@mi-portal/contract/medical-orders'
import { orderMissing } from '@mi-portal/contract/service-requests/quotes'
import { findFilesError } from '@mi-portal/contract/values/upload'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FilesField } from '../../ui/files-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { AttachedFiles } from '../service-requests/attached-files.tsx'
import { medicalOrderQuery, useChangeOrder } from './medical-orders.queries.ts'

interface MedicalOrderProps {
  id_appointment: number
  /** Whether the exam or procedure needs an order. */
  isNeeded: boolean
}

export function MedicalOrder({ id_appointment, isNeeded }: MedicalOrderProps) {
  const query = useQuery(medicalOrderQuery(id_appointment))
  const titleId = useId()
  return (
    <section className="portal-card grid grid-cols-1 gap-4 p-6 max-desktop:p-4" aria-labelledby={titleId}>
      <h2 id={titleId}>Orden médica</h2>
      <QueryContent query={query} skeleton={<BlockSkeleton height={120} />}>
        {(found) => <Order {...found} id_appointment={id_appointment} isNeeded={isNeeded} />}
      </QueryContent>
    </section>
  )
}

function Order({ order, can_change, id_appointment, isNeeded }: OrderOfAppointment & MedicalOrderProps) {
  const { change, sent } = useChangeOrder(id_appointment)
  const [file, setFile] = useState<File | null>(null)
  const [fieldError, setFieldError] = useState<string>()
  const [asksToRemove, setAsksToRemove] = useState(false)
  const field = useId()
  const outcome = useRef<HTMLDivElement>(null)
  const wasRemoved = change.isSuccess && change.variables === null

  function send(event: FormEvent) {
    event.preventDefault()
    if (file === null) return setFieldError(orderMissing)
    if (findFilesError([file])) return
    change.mutate(file, {
      onSuccess: () => {
        setFile(null)
        focusOutcome()
      },
      onError: (error) => setFieldError(messageAtField(error)),
    })
  }

  /** The button that was pressed has disappeared, so the focus moves to the outcome. */
  function focusOutcome() {
    setTimeout(() => outcome.current?.focus())
  }

  function remove() {
    change.mutate(null, { onSettled: () => setAsksToRemove(false), onSuccess: focusOutcome })
  }

  return (
    <>
      <div ref={outcome} tabIndex={-1} className="grid grid-cols-1 gap-3 focus:outline-none">
        {change.isSuccess && (
          <Notice
            kind="success"
            announce
            title={wasRemoved ? 'Quitaste la orden médica' : 'Orden médica adjunta'}
          />
        )}
        {order === null ? (
          <p>{describeMissing(can_change, isNeeded)}</p>
        ) : (
          <>
            <AttachedFiles label="Orden médica adjunta" files={[order]} />
            <p className="type-meta text-muted">Adjunta desde el {formatTimestamp(order.attached_at)}.</p>
          </>
        )}
      </div>
      {can_change && (
        <form noValidate className="grid grid-cols-1 gap-3 print:hidden" onSubmit={send}>
          <FilesField
            id={field}
            label={order === null ? 'Foto o PDF de la orden' : 'Otro archivo, en lugar de este'}
            single
            files={file === null ? [] : [file]}
            onChange={([chosen]) => {
              setFile(chosen ?? null)
              setFieldError(undefined)
              change.reset()
            }}
            error={fieldError}
            sent={sent}
          />
          <div className="flex flex-wrap justify-end gap-3 max-desktop:[&>button]:flex-auto max-desktop:[&>button]:min-h-12">
            {order !== null && (
              <Button variant="default" disabled={change.isPending} onClick={() => setAsksToRemove(true)}>
                Quitar orden
              </Button>
            )}
            <Button type="submit" loading={change.isPending && file !== null}>
              {order === null ? 'ADJUNTAR ORDEN' : 'CAMBIAR ORDEN'}
            </Button>
          </div>
        </form>
      )}
      {change.isError && messageAtField(change.error) === undefined && <ErrorNotice error={change.error} />}
      <ConfirmDialog
        opened={asksToRemove}
        title="¿Quitar la orden médica?"
        confirm="Quitar orden"
        danger
        loading={change.isPending}
        onConfirm={remove}
        onClose={() => setAsksToRemove(false)}
      >
        <p>La clínica ya no podrá verla. Puedes adjuntar otra hasta que comience la hora.</p>
      </ConfirmDialog>
    </>
  )
}

/** Returns the server's message about the file; undefined if the error is about something else. */
function messageAtField(error: Error): string | undefined {
  if (!(error instanceof CallError)) return undefined
  return error.fieldErrors.find(({ param }) => param === orderField)?.msg
}

function describeMissing(canChange: boolean, isNeeded: boolean): string {
  if (!canChange) return 'Esta hora no tiene una orden médica adjunta.'
  return isNeeded
    ? 'Esta atención necesita una orden médica. Adjúntala aquí, o llévala el día de tu hora.'
    : 'Si te dieron una orden médica para esta atención, adjúntala aquí.'
}
