/// A shell reads them once; then they ask a program for completions. PROGRAM is replaced by the program's name.
enum CompletionScript {
    /// bash splits words at colons and equals signs and passes them with their quotes, so this script splits the line itself. Its answer
    /// has only the part of each word that bash replaces.
    static let bash = #"""
        # bash completion of PROGRAM: asks the program what fits.

        # Takes what was typed apart as bash would, into `words` of the caller and these: current, the last word without quotes; quote, the one
        # that is still open in it; before, the part of it that bash leaves as it is.
        _PROGRAM_words() {
            local line=${COMP_LINE:0:COMP_POINT} character started='' i
            words=() current='' quote='' before=''
            for ((i = 0; i < ${#line}; i++)); do
                character=${line:i:1}
                case $quote in
                \')
                    if [[ $character == "'" ]]; then quote='' before=$current; else current+=$character; fi
                    continue
                    ;;
                \")
                    if [[ $character == '"' ]]; then
                        quote='' before=$current
                    elif [[ $character == \\ && ${line:i+1:1} == [\"\\\$\`] ]]; then
                        current+=${line:$((++i)):1}
                    else
                        current+=$character
                    fi
                    continue
                    ;;
                esac
                case $character in
                [[:space:]])
                    [[ -z $started ]] || words+=("$current")
                    current='' before='' started=''
                    continue
                    ;;
                \\) current+=${line:$((++i)):1} ;;
                \' | \") quote=$character before=$current ;;
                [:=@])
                    current+=$character
                    [[ $COMP_WORDBREAKS != *"$character"* ]] || before=$current
                    ;;
                *) current+=$character ;;
                esac
                started=1
            done
        }

        _PROGRAM() {
            local words current quote before program answer head candidate
            _PROGRAM_words
            program=${words[0]/#\~\//$HOME/}
            type -P -- "$program" >/dev/null || program=PROGRAM
            mapfile -t answer < <("$program" ---complete "${words[@]:1}" "$current" 2>/dev/null)
            COMPREPLY=()
            case ${answer[0]} in
            files) compopt -o default ;;
            words*)
                head=${answer[0]#*$'\t'}
                for candidate in "${answer[@]:1}"; do
                    candidate=$head${candidate%%$'\t'*}
                    [[ $candidate == "$current"* ]] || continue
                    candidate=${candidate#"$before"}
                    case $quote in
                    \') candidate=${candidate//\'/\'\\\'\'} ;;
                    \") candidate=$(sed 's/[\\"$`]/\\&/g' <<<"$candidate") ;;
                    *) [[ -z $candidate ]] || printf -v candidate %q "$candidate" ;;
                    esac
                    COMPREPLY+=("$candidate")
                done
                [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace
                ;;
            esac
        }

        complete -F _PROGRAM PROGRAM

        """#

    static let zsh = #"""
        #compdef PROGRAM
        # zsh completion of PROGRAM: asks the program what fits.

        _PROGRAM() {
            local program=${${(Q)words[1]}/#\~\//$HOME/} tab=$'\t' head line word
            local -a answer plain open
            (( $+commands[$program] )) || [[ -x $program ]] || program=PROGRAM
            answer=("${(@f)$("$program" ---complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
            case $answer[1] in
            files)
                [[ $PREFIX != --*=* ]] || compset -P 1 '*='
                _files
                ;;
            words*)
                head=${answer[1]#*$tab}
                for line in "${(@)answer[2,-1]}"; do
                    # _describe takes a colon for the end of the word.
                    word=${head}${line%%$tab*}
                    line=${${word//\\/\\\\}//:/\\:}${${line#${line%%$tab*}}/#$tab/:}
                    if [[ $word == *= ]]; then open+=("$line"); else plain+=("$line"); fi
                done
                _describe -t values PROGRAM plain -- open -S ''
                ;;
            esac
        }

        if [[ ${funcstack[1]} == _PROGRAM ]]; then _PROGRAM "$@"; else compdef _PROGRAM PROGRAM; fi

        """#

    static let fish = #"""
        # fish completion of PROGRAM: asks the program what fits.

        function __PROGRAM_ask
            set -l words (commandline -opc)
            set -l program $words[1]
            set -e words[1]
            set -l current (commandline -ct)
            type -q -- $program; or set program PROGRAM
            $program ---complete $words "$current" 2>/dev/null
        end

        function __PROGRAM_takes_file
            test "$(__PROGRAM_ask)" = files
        end

        function __PROGRAM_words
            set -l answer (__PROGRAM_ask)
            set -l kind (string split -m 1 \t -- "$answer[1]")
            test "$kind[1]" = words; or return
            for line in $answer[2..]
                echo -- "$kind[2]$line"
            end
        end

        complete -c PROGRAM -f -a '(__PROGRAM_words)'
        complete -c PROGRAM -n __PROGRAM_takes_file -F

        """#
}
