import { deskEndpoints, type InboxMatter, requestNote } from '@mi-portal/contract/desk'
import { ContractForm, FormEnd, useContractForm } from '../../ui/form/contract-form.tsx'
import { useChangeRequest } from './desk.queries.ts'

const noteForm = { ...deskEndpoints.note, body: requestNote }

/** Adds a note that only staff read. */
export function RequestNote({ matter, id }: { matter: InboxMatter; id: number }) {
  const { note } = useChangeRequest(matter, id)
  const kit = useContractForm(noteForm, {
    values: { text: '' },
    draftOf: `${matter} ${id}`,
    save: note,
    send: note.mutate,
    onSent: () => kit.form.reset({ text: '' }),
  })
  const { Field } = kit
  return (
    <ContractForm kit={kit} className="grid gap-3">
      <Field.Area
        name="text"
        label="Nota interna"
        description="El paciente no la ve."
        rows={2}
        maxLength={2000}
      />
      <FormEnd kit={kit} className="flex justify-end" submit="Agregar nota" />
    </ContractForm>
  )
}
