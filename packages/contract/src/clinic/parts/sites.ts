/** `sites.yaml`: the places where the clinic attends. */
import * as field from '../fields.ts'

const ranges = (day: string) =>
  field.list(
    field.timeRange('From and to, such as `09:00-20:00`.'),
    `Opening hours on ${day}. An empty list: closed.`,
    6,
  )

export const site = field.fields(
  {
    id: field.number('Number of the site (`id_office` and `idOffice` in the API). It never changes.'),
    code: field.code('Code of the site (`office_id` in the API), such as `NUNOA`.'),
    name: field.text('Name, as patients read it.', 60),
    address: field.text('Street, number and commune.'),
    commune_id: field.commune('Code of the commune (Código Único Territorial).'),
    phone: field.phoneText('Phone of the site.'),
    map: field.optional(field.webAddress('Link to a map.')),
    directions: field.text('How to enter and where to announce oneself.', 600),
    photo: field.optional(field.imageName('Photo of the building.')),
    opening_hours: field.fields(
      {
        monday: ranges('Mondays'),
        tuesday: ranges('Tuesdays'),
        wednesday: ranges('Wednesdays'),
        thursday: ranges('Thursdays'),
        friday: ranges('Fridays'),
        saturday: ranges('Saturdays'),
        sunday: ranges('Sundays'),
        holidays: ranges('public holidays'),
      },
      'Opening hours by day of the week.',
    ),
  },
  'A place where the clinic attends.',
)
