/** Dialog in which one to three menu entries are chosen. */
import { favouritesMax, findFavouritesError, type MenuId } from '@mi-portal/contract/favourites'
import { type SubmitEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { type FavouriteEntry, useSaveFavourites } from './favourites.queries.ts'

export interface EditFavouritesDialogProps {
  entries: readonly FavouriteEntry[]
  chosen: readonly MenuId[]
  onClose(): void
}

export function EditFavouritesDialog(props: EditFavouritesDialogProps) {
  const [chosen, setChosen] = useState(props.chosen)
  const [fieldError, setFieldError] = useState<string | null>(null)
  const save = useSaveFavourites()
  const id = useId()
  const full = chosen.length >= favouritesMax

  function toggle(entry: MenuId, on: boolean) {
    const next = on ? [...chosen, entry] : chosen.filter((other) => other !== entry)
    setChosen(next)
    if (fieldError) setFieldError(findFavouritesError(next))
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = findFavouritesError(chosen)
    setFieldError(found)
    if (found) return
    const names = new Map(props.entries.map((entry) => [entry.id, entry.label]))
    save.mutate(
      chosen.map((menu_id) => ({ menu_id, name: names.get(menu_id) ?? menu_id })),
      { onSuccess: props.onClose },
    )
  }

  return (
    <Dialog
      opened
      isSheet
      onClose={save.isPending ? undefined : props.onClose}
      title="Editar favoritos"
      size={490}
    >
      <form onSubmit={submit} noValidate>
        <fieldset className="m-0 border-0 p-0" aria-describedby={fieldError ? `${id}-error` : `${id}-count`}>
          <legend className="type-meta mb-2 p-0 text-muted">
            <output id={`${id}-count`}>
              <span className="font-strong text-strong">
                {chosen.length} de {favouritesMax}.
              </span>{' '}
              {full ? 'Quita uno para elegir otro.' : 'Elige entre una y tres opciones.'}
            </output>
          </legend>
          <ul className="plain-list rows">
            {props.entries.map((entry) => {
              const on = chosen.includes(entry.id)
              return (
                <li key={entry.id}>
                  <CheckBox
                    checked={on}
                    disabled={full && !on}
                    onChange={(checked) => toggle(entry.id, checked)}
                  >
                    {entry.label}
                  </CheckBox>
                </li>
              )
            })}
          </ul>
          {fieldError && (
            <p id={`${id}-error`} role="alert" className="mt-2 font-strong text-error">
              {fieldError}
            </p>
          )}
        </fieldset>
        {save.isError && <ErrorNotice error={save.error} />}
        <div className="sticky bottom-0 mt-4 bg-card py-2">
          <Button type="submit" fullWidth loading={save.isPending}>
            GUARDAR CAMBIOS
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
