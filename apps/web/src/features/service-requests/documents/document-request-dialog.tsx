/** Requests a document: its kind, a comment, and the patient when it is another person. */

import { CallError } from '@mi-portal/contract/calls/call-error'
import { describePromise } from '@mi-portal/contract/clinic/promise'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { createDraftHook } from '../../../lib/drafts.ts'
import { describeReply } from '../../../lib/notified.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useIsDelegated, usePersonNames } from '../../people/delegated/delegated-people.queries.ts'
import { requestReceived } from '../service-requests.queries.ts'
import { documentKindsQuery, documentRequestFailed, useRequestDocument } from './documents.queries.ts'

interface DocumentRequestDialogProps {
  ownId: number
  /** The member or delegated adult for whom the document is requested; absent for the user. */
  memberId?: number
  onClose(): void
}

const useDraft = createDraftHook<{ memberId?: number; document: string; comment: string }>()

export function DocumentRequestDialog({ ownId, memberId, onClose }: DocumentRequestDialogProps) {
  const kinds = useQuery(documentKindsQuery)
  const [document, setDocument] = useState('')
  const [comment, setComment] = useState('')
  const [fieldErrors, setFieldErrors] = useState<{ document?: string; comment?: string }>({})
  const ask = useRequestDocument(memberId ?? ownId)
  const draft = useDraft(() =>
    !ask.isSuccess && (document !== '' || comment !== '') ? { memberId, document, comment } : null,
  )
  const offered = draft.offered?.memberId === memberId ? draft.offered : null
  const documentRef = useRef<HTMLInputElement>(null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (document === '') {
      setFieldErrors({ document: 'Selecciona Documento' })
      documentRef.current?.focus()
      return
    }
    setFieldErrors({})
    ask.mutate({ document, comment, family_member_id: memberId })
  }

  /** Returns to the form with its input and the server's field errors. */
  function reopen(error: Error) {
    ask.reset()
    if (error instanceof CallError)
      setFieldErrors({ document: error.fieldErrorOf('document'), comment: error.fieldErrorOf('comment') })
  }

  if (ask.isSuccess)
    return (
      <ResultDialog opened kind="success" title={requestReceived} size={490} onClose={onClose}>
        {describeReply(describePromise(portal.clinic.promises.documents), ask.data)}
      </ResultDialog>
    )
  if (ask.isError)
    return (
      <ResultDialog
        opened
        kind="error"
        error={ask.error}
        title={documentRequestFailed}
        onClose={() => reopen(ask.error)}
      >
        {ask.error.message !== documentRequestFailed && ask.error.message}
      </ResultDialog>
    )
  return (
    <FormDialog title="Solicitar documento" onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        {offered && (
          <DraftNotice
            onTake={() => {
              setDocument(offered.document)
              setComment(offered.comment)
              draft.discard()
            }}
            onLeave={draft.discard}
          />
        )}
        {memberId !== undefined && <MemberField memberId={memberId} />}
        <SelectField
          ref={documentRef}
          label="Documento"
          options={kinds.data ?? []}
          loading={kinds.isPending && !kinds.isError}
          value={document}
          onChange={(chosen) => {
            setDocument(chosen)
            setFieldErrors((before) => ({ ...before, document: undefined }))
          }}
          error={fieldErrors.document}
        />
        {kinds.isError && (
          <LoadError error={kinds.error} onRetry={kinds.refetch} retrying={kinds.isFetching} />
        )}
        <TextArea
          label="Comentario"
          optional
          value={comment}
          onChange={setComment}
          error={fieldErrors.comment}
          rows={4}
          maxLength={1000}
        />
        <div className="flex flex-wrap justify-end gap-3 max-desktop:*:flex-[1_1_140px]">
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
  const { names } = usePersonNames(memberId)
  const label = useIsDelegated(memberId) ? 'Persona' : 'Integrante del grupo familiar'
  const secondName = names && 'second_name' in names ? names.second_name : null
  const name = names
    ? [names.first_name, names.last_name, secondName].filter(Boolean).join(' ')
    : 'Cargando...'
  return <TextField label={label} value={name} readOnly />
}
