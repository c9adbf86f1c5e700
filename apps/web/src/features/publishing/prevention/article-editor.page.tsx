/** Creates or edits an article, with a preview of what patients will see. */
import { type Article, readLayout } from '@mi-portal/contract/publishing/prevention'
import { useQuery } from '@tanstack/react-query'
import { today } from '../../../lib/dates.ts'
import { registrationFailed, updateFailed } from '../../../lib/explain-error.ts'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ImageField } from '../image-field.tsx'
import type { EditorProps } from '../publication-editor.tsx'
import {
  AudienceFields,
  type GetField,
  LineField,
  NumberField,
  PeriodFields,
} from '../publication-fields.tsx'
import { CreatePublication, EditPublication, type PublicationKind } from '../publication-pages.tsx'
import {
  emptyArticle,
  toArticleDraft,
  toArticleLayout,
  toArticleValues,
  validateArticle,
} from './article.rules.ts'
import { LivePreview, PostPreviews } from './post-preview.tsx'
import {
  articleQuery,
  articlesAdminKey,
  createArticle,
  editArticle,
  templatesQuery,
} from './prevention.queries.ts'

const cardLook = 'grid gap-4 px-6 pt-4 pb-6 max-desktop:p-4'
const rowLook = 'grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] items-start gap-4'

const articleKind: PublicationKind<Article> = {
  kind: 'article',
  list: '/admin/control-prevencion',
  listKey: articlesAdminKey,
  useOne: (id) => useQuery(articleQuery(id)),
  fresh: emptyArticle,
  valuesOf: toArticleValues,
  create: (values) => createArticle(toArticleDraft(values, null)),
  edit: (id, values, readAt) => editArticle(id, toArticleDraft(values, readAt)),
  creating: {
    title: 'Crear artículo',
    done: {
      title: '¡Creación exitosa!',
      text: 'La publicación de control y prevención se ha creado correctamente',
    },
    failed: registrationFailed,
  },
  editing: {
    title: 'Editar artículo',
    done: {
      title: '¡Actualización exitosa!',
      text: 'La publicación de control y prevención se ha actualizado correctamente',
    },
    failed: updateFailed,
  },
  validate: validateArticle,
  fields: (fieldOf, setAll) => <Fields fieldOf={fieldOf} setAll={setAll} />,
  preview: (values) => (
    <PostPreviews layout={toArticleLayout(values)} reviewedOn={values.reviewed_on || null} />
  ),
  aside: (values) => <LivePreview layout={toArticleLayout(values)} reviewedOn={values.reviewed_on || null} />,
}

export const CreateArticlePage = () => <CreatePublication kind={articleKind} />
export const EditArticlePage = () => <EditPublication kind={articleKind} />

type SetAll = Parameters<EditorProps['fields']>[1]

const names = [
  'title',
  'order_control',
  'from_age',
  'to_age',
  'gender_id',
  'status',
  'description',
  'shown_from',
  'shown_until',
  'reviewed_on',
] as const

function Fields({ fieldOf, setAll }: { fieldOf: GetField; setAll: SetAll }) {
  const templates = useQuery(templatesQuery)
  const text = fieldOf('postText')

  function take(id: string) {
    const layout = readLayout(templates.data?.find((one) => String(one.id) === id)?.html ?? '')
    if (!layout) return
    const present = Object.fromEntries(names.map((name) => [name, fieldOf(name).value]))
    setAll({ ...present, ...layout })
  }

  return (
    <>
      <section className={`portal-card ${cardLook}`} aria-labelledby="publicacion">
        <h2 id="publicacion">Publicación</h2>
        <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] items-start gap-4 max-desktop:grid-cols-1">
          <LineField label="Título" field={fieldOf('title')} maxLength={200} />
          <NumberField label="Orden" digits={4} field={fieldOf('order_control')} />
        </div>
        <AudienceFields fieldOf={fieldOf} />
        <LineField label="Descripción" field={fieldOf('description')} maxLength={1000} />
        <PeriodFields fieldOf={fieldOf} />
        <div className={rowLook}>
          <DateField
            {...fieldOf('reviewed_on')}
            label="Revisado el (opcional)"
            description="El día en que alguien de la clínica comprobó lo que dice. Los pacientes lo ven."
            autoComplete="off"
            max={today()}
            opensAt={today()}
          />
        </div>
      </section>
      <section className={`portal-card ${cardLook}`} aria-labelledby="diseno">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <h2 id="diseno">Diseño de la nota</h2>
          <SelectField
            label="Usar plantilla"
            options={(templates.data ?? []).map(({ id, title }) => ({ id, name: title }))}
            loading={templates.isPending}
            error={templates.error?.message}
            value=""
            onChange={take}
          />
        </div>
        <div className={rowLook}>
          <Choice
            label="Ancho"
            field={fieldOf('postWidth')}
            options={[
              { value: 'half', label: 'Medio' },
              { value: 'full', label: 'Completo' },
            ]}
          />
          <Choice
            label="Posición de la imagen"
            field={fieldOf('postImagePosition')}
            options={[
              { value: 'top', label: 'Arriba' },
              { value: 'left', label: 'Izquierda' },
            ]}
          />
        </div>
        <ImageField label="Imagen (URL)" optional field={fieldOf('postImageUrl')} />
        <LineField label="Título de la nota" optional field={fieldOf('postTitle')} maxLength={200} />
        <TextArea label="Texto de la nota" optional rows={5} maxLength={4000} {...text} />
        <div className={rowLook}>
          <LineField label="Texto del botón" optional field={fieldOf('postButtonText')} maxLength={60} />
          <LineField
            label="URL del botón"
            description="Con # el artículo no lleva botón."
            field={fieldOf('postUrl')}
            maxLength={2000}
          />
        </div>
      </section>
    </>
  )
}

function Choice(props: {
  label: string
  field: ReturnType<GetField>
  options: readonly { value: string; label: string }[]
}) {
  const { id, value, onChange, error } = props.field
  return (
    <div id={id} tabIndex={-1}>
      <ChoiceCards
        legend={props.label}
        options={props.options}
        value={value}
        onChange={onChange}
        error={error}
      />
    </div>
  )
}
