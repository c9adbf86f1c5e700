import { surveyAnswer, surveyEndpoints } from '@mi-portal/contract/survey'
import { useId } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ContractForm, FormEnd, useContractForm } from '../../ui/form/contract-form.tsx'
import { useSendSurveyAnswer } from './survey.queries.ts'
import classes from './survey-widget.module.css'

const request = { ...surveyEndpoints.answer, body: surveyAnswer }

interface SurveyFormProps {
  ownId: number
  onClose(): void
  onDone(): void
}

export function SurveyForm({ ownId, onClose, onDone }: SurveyFormProps) {
  const id = useId()
  const save = useSendSurveyAnswer()
  const kit = useContractForm(request, {
    values: { id: ownId, comment: '' },
    draftOf: null,
    save,
    send: save.mutate,
    onSent: onDone,
  })
  const { form, Field } = kit
  const fieldError = form.formState.errors.suggestion?.message
  return (
    <Dialog
      opened
      onClose={save.isPending ? undefined : onClose}
      title="¿Qué te parece el portal?"
      size={490}
      // A press beside the dialog does not discard the input.
      closeOnClickOutside={false}
    >
      <ContractForm kit={kit} className={classes.form}>
        <fieldset className={classes.group} aria-describedby={fieldError ? `${id}-suggestion` : undefined}>
          <legend>¿Sobre qué quieres opinar?</legend>
          {portal.clinic.survey.map((suggestion) => (
            <label key={suggestion} className={classes.option}>
              <input type="radio" value={suggestion} {...form.register('suggestion')} />
              {suggestion}
            </label>
          ))}
          {fieldError && (
            <p id={`${id}-suggestion`} className={classes.fieldError}>
              {fieldError}
            </p>
          )}
        </fieldset>
        <Field.Area name="comment" label="Comentario" rows={4} maxLength={2000} />
        <FormEnd kit={kit} className={classes.actions} submit="ENVIAR" onCancel={onClose} />
      </ContractForm>
    </Dialog>
  )
}
