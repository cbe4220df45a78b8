import { modelName, onAskOrOff, oneOf, section, share, text, tokens, whole } from './leaf.ts'

/** The `compact:` section: when a conversation is compacted, how far, and by whom. */
export const compactSchema = section(
  {
    preset: oneOf(
      ['classic', 'balanced', 'recall', 'economy'],
      'The figures to start from. classic: 80% of the window, last 6 messages. The others go by cost.',
    ),
    automatic: onAskOrOff(
      'ask: a summary is written ahead of time and used once the person accepts it. off: nothing is compacted until a person asks.',
    ),
    strategy: oneOf(
      ['summary', 'digest'],
      'summary: the old part becomes one text. digest: runs of assistant and tool messages become one text each.',
    ),
    incremental: oneOf(['batch', 'strict'], 'Whether one compaction digests several runs, or strictly the earliest.'),
    threshold: share('Share of the window at which a compaction is due.'),
    token_threshold: tokens('Tokens at which a compaction is due.'),
    message_threshold: whole('Messages at which a compaction is due.'),
    turn_threshold: whole('Turns at which a compaction is due.'),
    retention_window: whole('Messages that stay word for word.'),
    retention_turns: whole('Turns that stay word for word, in place of messages.'),
    retention_tokens: whole('Tokens that stay word for word, in place of messages.'),
    prepare: share('Share of the window from which a summary is written ahead of need.'),
    target: share('Share of the window that a compaction must get under.'),
    cold_threshold: share('Share of the window from which an expired prompt cache makes a compaction due.'),
    min_messages: whole('With fewer messages nothing is compacted, unless the window is full.', 0),
    min_saving: share('A compaction that saves a smaller share of the tokens is refused.'),
    min_retention: share('A summary that keeps a smaller share of the facts is repaired or rejected.'),
    max_tokens: whole('The longest summary, in tokens.'),
    model: modelName('The model that writes summaries.'),
    fast_model: modelName('The model that writes them with --fast.'),
    prompt: text('A Handlebars template in place of ours; {{transcript}} or {{messages}} makes it the whole request.'),
    prompt_file: text('The same, in a file beside this one.'),
    instructions: text('Added to every request for a summary.'),
    summary_tag: text('The tag around a summary.'),
  },
  'When conversations are compacted, how far, and by whom.',
)
