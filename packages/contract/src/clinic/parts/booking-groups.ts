/** `booking-groups.yaml`: what a patient can need to book. */
import * as field from '../fields.ts'

export const bookingGroup = field.fields(
  {
    key: field.key('Name of the group within the package.'),
    name: field.text('Name, as patients read it.', 60),
    description: field.optional(
      field.text('Line below the name. Without one the portal names the sites that offer the group.', 120),
    ),
    icon: field.choice('Icon.', [
      'stethoscope',
      'scan',
      'flask',
      'video',
      'vaccine',
      'droplet-heart',
      'clipboard-heart',
      'heart',
      'eye',
      'tooth',
      'baby',
      'brain',
    ]),
    colour: field.choice('Colour of the icon.', ['blue', 'cyan', 'orange', 'green', 'yellow', 'red']),
    kind: field.choice(
      'Where the group leads: `consultation` to all specialties, `telemedicine` to those by video, `imaging` to the imaging exams, `procedures` to the procedures, `specialties` to the codes below.',
      ['consultation', 'telemedicine', 'imaging', 'procedures', 'specialties'],
    ),
    sites: field.optional(
      field.named(
        field.code('Code of a site.'),
        field.codes('Codes of specialties or of exam specialties.', 1),
        'Only with `kind: specialties`: for each site, the codes that are booked there.',
      ),
    ),
    frequent: field.optional(
      field.codes(
        'Only with `kind: consultation`: codes of the specialties that most patients look for. The first six that attend the patient’s age are offered before the list of all.',
        1,
      ),
    ),
    walk_in: field.yesNo('Whether the professional on duty attends, so that none is chosen.'),
  },
  'Something that a patient can need to book.',
)
