/** The forms before and after the study. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Question } from "./study/plan.js";

export type Answers = Readonly<Record<string, string | number>>;

const SCALE = [1, 2, 3, 4, 5];

function Field({
  question,
  set,
}: {
  readonly question: Question;
  readonly set: (value: string | number) => void;
}): JSX.Element {
  const { key, text, choices } = question;
  if (choices === "text") {
    return (
      <label class="text">
        <span>{text}</span>
        <input type="text" name={key} onInput={({ currentTarget }) => set(currentTarget.value)} />
      </label>
    );
  }
  const list = choices === "scale" ? SCALE : choices;
  return (
    <fieldset>
      <legend>{text}</legend>
      {choices === "scale" && <small>1 very little, 5 highly experienced</small>}
      <div class="choices">
        {list.map((choice) => (
          <label key={choice}>
            <input type="radio" name={key} value={choice} onChange={() => set(choice)} />
            {choice}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A form; who skips a question is not asked again. */
export function Form({
  title,
  questions,
  done,
}: {
  readonly title: string;
  readonly questions: readonly Question[];
  readonly done: (answers: Answers) => void;
}): JSX.Element {
  const [answers, setAnswers] = useState<Answers>({});
  return (
    <form
      class="sheet"
      onSubmit={(event) => {
        event.preventDefault();
        done(answers);
      }}
    >
      <h1>{title}</h1>
      {questions.map((question) => (
        <Field
          key={question.key}
          question={question}
          set={(value) => setAnswers({ ...answers, [question.key]: value })}
        />
      ))}
      <div class="buttons">
        <button type="submit" class="primary">
          Go on
        </button>
      </div>
    </form>
  );
}
