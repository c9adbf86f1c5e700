/**
 * Sends a request about personal data: the right, the patient and a message. Before an erasure, the user reads what
 * the law retains.
 */

import { CallError } from '@mi-portal/contract/calls/call-error'
import { joinName } from '@mi-portal/contract/fields/full-name'
import {
  type DataRight,
  dataRights,
  getMissingWordsError,
  isOwnDecision,
} from '@mi-portal/contract/service-requests/data-rights'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { createDraftHook } from '../../../lib/drafts.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { selectionsQuery } from '../../people/people.queries.ts'
import { answerBy } from '../service-requests.queries.ts'
import { useSendDataRequest } from './data-rights.queries.ts'
import {
  type DataRequestErrors,
  describeTerm,
  erasable,
  retainedByLaw,
  rightMeanings,
  rightOptions,
  validateDataRequest,
} from './data-rights.rules.ts'

const meaningLook = '-mt-3 type-meta text-muted'
const listLook = 'grid gap-1 mx-0 mt-2 mb-3 pl-4'

const useDraft = createDraftHook<{ right: string; forId: string; message: string }>()

export function DataRequestDialog({ ownId, onClose }: { ownId: number; onClose(): void }) {
  const selections = useQuery(selectionsQuery)
  const [chosen, setChosen] = useState('')
  const [forId, setForId] = useState(String(ownId))
  const [message, setMessage] = useState('')
  const [read, setRead] = useState(false)
  const [fieldErrors, setFieldErrors] = useState<DataRequestErrors>({})
  const ask = useSendDataRequest()
  const rightRef = useRef<HTMLInputElement>(null)
  const messageRef = useRef<HTMLTextAreaElement>(null)
  const readRef = useRef<HTMLInputElement>(null)
  const draft = useDraft(() =>
    !ask.isSuccess && (chosen !== '' || message !== '') ? { right: chosen, forId, message } : null,
  )

  const right: DataRight | null = dataRights.find((one) => one === chosen) ?? null
  const missing = right === null ? null : getMissingWordsError(right)
  const people = (selections.data ?? []).map((person) => ({
    id: person.id,
    name: person.is_self
      ? `${joinName(person.first_name, person.last_name)} (tú)`
      : joinName(person.first_name, person.last_name),
  }))
  const clear = (field: keyof DataRequestErrors) =>
    setFieldErrors((before) => ({ ...before, [field]: undefined }))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = validateDataRequest({ right: chosen, message, read_what_is_kept: read })
    setFieldErrors(found)
    const fields = { right: rightRef, message: messageRef, read_what_is_kept: readRef }
    const [first] = Object.keys(fields).filter((field) => found[field as keyof DataRequestErrors])
    if (first) return fields[first as keyof DataRequestErrors].current?.focus()
    if (right === null) return
    draft.discard()
    ask.mutate({
      right,
      message,
      read_what_is_kept: read,
      ...(forId === String(ownId) ? {} : { family_member_id: Number(forId) }),
    })
  }

  if (ask.isSuccess)
    return (
      <ResultDialog opened kind="success" title="Recibimos tu solicitud" size={490} onClose={onClose}>
        Tu número de recepción es <strong>{ask.data.receipt}</strong>. {answerBy}{' '}
        <strong>{formatDay(ask.data.due_on)}</strong> y te avisaremos.
      </ResultDialog>
    )
  const apiError = ask.error instanceof CallError ? ask.error : null
  return (
    <FormDialog title="Hacer una solicitud" size={680} onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        {draft.offered && (
          <DraftNotice
            onTake={() => {
              setChosen(draft.offered?.right ?? '')
              setForId(draft.offered?.forId ?? String(ownId))
              setMessage(draft.offered?.message ?? '')
              draft.discard()
            }}
            onLeave={draft.discard}
          />
        )}
        <SelectField
          ref={rightRef}
          label="Qué quieres solicitar"
          options={rightOptions}
          value={chosen}
          onChange={(to) => {
            setChosen(to)
            clear('right')
          }}
          error={fieldErrors.right ?? apiError?.fieldErrorOf('right')}
        />
        {right && (
          <p className={meaningLook}>
            {rightMeanings[right]} {describeTerm(right)}
          </p>
        )}
        {people.length > 1 && (
          <SelectField label="De quién son los datos" options={people} value={forId} onChange={setForId} />
        )}
        {right && isOwnDecision(right) && forId !== String(ownId) && (
          <p className={meaningLook}>
            Desde los {portal.ages.consent} años esta solicitud la hace la misma persona desde su cuenta.
          </p>
        )}
        {right === 'erasure' && <RetainedData />}
        <TextArea
          ref={messageRef}
          label="Detalle"
          optional={missing === null}
          description="Cuéntanos qué datos son. No incluyas información que no sea necesaria."
          value={message}
          onChange={(typed) => {
            setMessage(typed)
            clear('message')
          }}
          error={fieldErrors.message ?? apiError?.fieldErrorOf('message')}
          rows={5}
          maxLength={2000}
        />
        {right === 'erasure' && (
          <CheckBox
            ref={readRef}
            checked={read}
            onChange={(to) => {
              setRead(to)
              clear('read_what_is_kept')
            }}
            error={fieldErrors.read_what_is_kept}
          >
            Leí qué datos debe conservar la clínica y cuáles se pueden eliminar.
          </CheckBox>
        )}
        {apiError && <ErrorNotice error={apiError} />}
        <div className="flex flex-wrap justify-end gap-3 max-desktop:*:flex-[1_1_140px]">
          <Button variant="default" disabled={ask.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={ask.isPending}>
            Enviar solicitud
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}

/** Shows which data the law requires to retain, before an erasure is requested. */
function RetainedData() {
  return (
    <Notice kind="warning" title="La ley nos obliga a conservar:">
      <ul className={listLook}>
        {retainedByLaw.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>Podemos eliminar:</p>
      <ul className={listLook}>
        {erasable.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}
