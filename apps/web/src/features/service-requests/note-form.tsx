import {
  ContractForm,
  FormEnd,
  type FormEndpoint,
  type SaveMutation,
  useContractForm,
} from '../../ui/form/contract-form.tsx'

interface Note {
  text: string
}

interface NoteFormProps {
  endpoint: FormEndpoint<Note, Note>
  /** The record that the note is about, for the draft. */
  draftOf: number | string
  save: SaveMutation<Note>
  maxLength: number
}

/** Adds a note that only staff read. */
export function NoteForm({ endpoint, draftOf, save, maxLength }: NoteFormProps) {
  const kit = useContractForm(endpoint, {
    values: { text: '' },
    draftOf,
    save,
    send: save.mutate,
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
        maxLength={maxLength}
      />
      <FormEnd kit={kit} className="flex justify-end" soft submit="Agregar nota" />
    </ContractForm>
  )
}
