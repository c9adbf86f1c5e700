/** Asks for a document: which one, a comment, and for whom when it is a member of the family. */
import { Failure } from '@mi-portal/contract/failure'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { ShortListField } from '../../ui/short-list-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from '../desk-requests/desk-requests.module.css'
import { personQuery } from '../people/people.queries.ts'
import { documentKindsQuery, useAskDocument } from './documents.queries.ts'

interface DocumentRequestDialogProps {
  ownId: number
  /** A member in the person's care, when it is asked for them. */
  memberId?: number
  onClose(): void
}

export function DocumentRequestDialog({ ownId, memberId, onClose }: DocumentRequestDialogProps) {
  const kinds = useQuery(documentKindsQuery)
  const [document, setDocument] = useState('')
  const [comment, setComment] = useState('')
  const [faults, setFaults] = useState<{ document?: string; comment?: string }>({})
  const ask = useAskDocument(memberId ?? ownId)
  const documentRef = useRef<HTMLSelectElement>(null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (document === '') {
      setFaults({ document: 'Selecciona Documento' })
      documentRef.current?.focus()
      return
    }
    setFaults({})
    ask.mutate({ document, comment, family_member_id: memberId })
  }

  /** Back to the form, with what was typed and what the server found wrong. */
  function reopen(refusal: Error) {
    ask.reset()
    if (refusal instanceof Failure)
      setFaults({ document: refusal.faultOf('document'), comment: refusal.faultOf('comment') })
  }

  if (ask.isSuccess)
    return (
      <ResultDialog
        opened
        kind="success"
        title="¡Tu solicitud ha sido recibida con éxito!"
        size={490}
        onClose={onClose}
      >
        En un plazo de 48 horas te responderemos por correo electrónico
      </ResultDialog>
    )
  if (ask.isError)
    return (
      <ResultDialog
        opened
        kind="error"
        title="No ha sido posible solicitud el documento"
        onClose={() => reopen(ask.error)}
      >
        {ask.error.message !== 'No ha sido posible solicitud el documento' && ask.error.message}
      </ResultDialog>
    )
  return (
    <FormDialog title="Solicitar documento" onClose={onClose}>
      <form noValidate className={classes.form} onSubmit={submit}>
        {memberId !== undefined && <MemberField memberId={memberId} />}
        <ShortListField
          ref={documentRef}
          label="Documento"
          options={kinds.data ?? []}
          loading={kinds.isPending && !kinds.isError}
          value={document}
          onChange={(chosen) => {
            setDocument(chosen)
            setFaults((before) => ({ ...before, document: undefined }))
          }}
          error={faults.document}
        />
        {kinds.isError && (
          <LoadError message={kinds.error.message} onRetry={kinds.refetch} retrying={kinds.isFetching} />
        )}
        <TextArea
          label="Comentario"
          optional
          value={comment}
          onChange={setComment}
          error={faults.comment}
          rows={4}
          maxLength={1000}
        />
        <div className={classes.buttons}>
          <Button variant="default" disabled={ask.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={ask.isPending}>
            Solicitar documento
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}

function MemberField({ memberId }: { memberId: number }) {
  const { data } = useQuery(personQuery(memberId))
  const name = data
    ? [data.first_name, data.last_name, data.second_name].filter(Boolean).join(' ')
    : 'Cargando...'
  return <TextField label="Integrante del grupo familiar" value={name} readOnly />
}
